import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { SubmitButton } from "@/components/forms/fields";
import { DescriptionList, Section } from "@/components/ui/section";
import { listKeyEndpoints } from "@/lib/desk/endpoints/queries";
import { type KeyDetails, readKey } from "@/lib/desk/keys/queries";
import { getSchoolToday } from "@/lib/school/settings";
import { KeyExpiry, toScopeMessageKey } from "../key-table";
import { Endpoints } from "./endpoints";
import { KeyForms, RevokeKeyForm } from "./key-forms";

/** One key: permissions, usage, secret, endpoints and sandbox (desk 29, 46). */
export default defineDeskPage(
  "manage_keys",
  "desk.keys",
  async ({ t, actor, params: { id: text = "" }, query: { said } }) => {
    const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    const now = new Date();
    const [key, endpoints] = await Promise.all([readKey(actor, id, now), listKeyEndpoints(actor, id, now)]);
    if (!key) return;
    const day = await getSchoolToday();
    const works = key.state !== "revoked";
    return (
      <DeskPage
        title={key.name}
        caption={t(key.isTest ? "test" : "live")}
        back={{ href: "/desk/keys", words: t("title") }}
        said={said}
      >
        <KeyFacts of={key} />
        {works && <KeyForms of={key} today={day} />}
        <Endpoints keyId={key.id} endpoints={endpoints} mayAdd={works} />
        <SandboxSection of={key} mayEmpty={works} />
        {works && <RevokeKeyForm id={key.id} />}
      </DeskPage>
    );
  },
);

function SandboxSection({ of: { id, below, sandbox }, mayEmpty }: KeyFactsProps & { mayEmpty: boolean }) {
  const t = useTranslations("desk.keys.sandbox");
  if (!sandbox) return null;
  return (
    <Section id="sandbox" title={t("title")}>
      <p className="mt-3 mb-3 max-w-measure">
        {t("lead")} {below > 0 && t("below", { count: below })}
      </p>
      <p className="mb-4 font-semibold">{t("rows", sandbox)}</p>
      {mayEmpty && sandbox.people > 0 && (
        <DeskForm name="sandbox" verb="sandbox_emptied">
          <input type="hidden" name="id" value={id} />
          <SubmitButton look="secondary">{t("empty")}</SubmitButton>
        </DeskForm>
      )}
    </Section>
  );
}

type KeyFactsProps = { of: KeyDetails };

/** Usage of thirty days. */
function KeyFacts({ of: key }: KeyFactsProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.keys");
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      <Section id="about" title={t("about")}>
        <DescriptionList
          rows={[
            { label: t("begins"), value: <code className="font-mono">{key.prefix}…</code> },
            {
              label: t("columns.may"),
              value: key.scopes.map((scope) => t(`scopes.${toScopeMessageKey(scope)}`)).join(", "),
            },
            { label: t("contact"), value: key.contact ?? t("contactSchool") },
            { label: t("columns.until"), value: <KeyExpiry of={key} /> },
            { label: t("made"), value: instant(key.createdAt) },
            ...(key.revokedAt ? [{ label: t("states.revoked"), value: instant(key.revokedAt) }] : []),
            { label: t("columns.used"), value: key.lastUsedAt ? instant(key.lastUsedAt) : t("never") },
          ]}
        />
      </Section>
      <Section id="usage" title={t("columns.month")}>
        <p className="mt-3 mb-3">{t("usage", key.usage)}</p>
      </Section>
    </div>
  );
}

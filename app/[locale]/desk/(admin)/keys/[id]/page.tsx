import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { Endpoints } from "@/app/[locale]/desk/(admin)/keys/[id]/endpoints";
import { KeyExpiry, toScopeMessageKey } from "@/app/[locale]/desk/(admin)/keys/key-table";
import { KeyContactFields } from "@/app/[locale]/desk/(admin)/keys/new/new-key-form";
import { DeskPage } from "@/components/desk/desk-page";
import {
  CollapsedFields,
  HiddenField,
  OneTimeSecret,
  SelectField,
  SubmitButton,
} from "@/components/forms/fields";
import { keyRound, pencil, trash } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { DescriptionList, Section } from "@/components/ui/section";
import { listKeyEndpoints } from "@/lib/desk/endpoints/verbs";
import { readKey } from "@/lib/desk/keys/queries";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

type KeyDetails = NonNullable<Awaited<ReturnType<typeof readKey>>>;

/** One key: permissions, usage, secret, endpoints and sandbox (desk 29, 46). */
export default defineDeskPage(
  "manage_keys",
  "desk.keys",
  async ({ t, actor, params: { id: text = "" }, query: { said } }) => {
    const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    const now = new Date();
    const [key, endpoints] = await Promise.all([readKey(actor, id, now), listKeyEndpoints(actor, id, now)]);
    if (!key) return;
    const today = await getSchoolToday();
    const isActive = key.state !== "revoked";
    return (
      <DeskPage
        title={key.name}
        caption={t(key.isTest ? "test" : "live")}
        back={{ href: "/desk/keys", text: t("title") }}
        flash={said}
      >
        <KeyFacts apiKey={key} />
        {isActive && <KeyForms apiKey={key} today={today} />}
        <Endpoints keyId={key.id} endpoints={endpoints} canAdd={isActive} />
        <SandboxSection apiKey={key} canEmpty={isActive} />
        {isActive && <RevokeKeyForm id={key.id} />}
      </DeskPage>
    );
  },
);

function SandboxSection({ apiKey, canEmpty }: KeyFactsProps & { canEmpty: boolean }) {
  const { id, childKeys, sandbox } = apiKey;
  const t = useTranslations("desk.keys.sandbox");
  if (!sandbox) return null;
  return (
    <Section id="sandbox" title={t("title")}>
      <p className="mt-3 mb-3 max-w-measure">
        {t("lead")} {childKeys > 0 && t("below", { count: childKeys })}
      </p>
      <p className="mb-4 font-semibold">{t("rows", sandbox)}</p>
      {canEmpty && sandbox.people > 0 && (
        <DeskForm name="sandbox" verb="sandbox_emptied">
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="secondary">{t("empty")}</SubmitButton>
        </DeskForm>
      )}
    </Section>
  );
}

type KeyFactsProps = { apiKey: KeyDetails };

/** Usage of thirty days. */
function KeyFacts({ apiKey: key }: KeyFactsProps) {
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
            { label: t("columns.until"), value: <KeyExpiry apiKey={key} /> },
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

type Props = {
  apiKey: KeyDetails;
  today: Day;
};

const OVERLAPS = { day: 24 * 60, week: 7 * 24 * 60, month: 30 * 24 * 60, none: 0 };

/** The old secret keeps working for a while. */
function KeyForms({ apiKey: key, today }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.keys");
  const idField = <input type="hidden" name="id" value={key.id} />;
  const overlaps = (["day", "week", "month", "none"] as const).map((name) => ({
    value: String(OVERLAPS[name]),
    label: t(`renew.overlaps.${name}`),
  }));
  return (
    <Section id="change" title={t("change")}>
      {key.overlapEnds && (
        <Notice tone="wait" className="mb-5">
          <p className="mb-3">{t("renew.runs", { until: instant(key.overlapEnds) })}</p>
          <DeskForm name="overlap" verb="key_overlap_ended">
            {idField}
            <SubmitButton variant="secondary">{t("renew.end")}</SubmitButton>
          </DeskForm>
        </Notice>
      )}
      <DeskForm name="renew" verb="key_renewed">
        <CollapsedFields summary={t("renew.title")} icon={keyRound}>
          <div className="max-w-column">
            <p className="mb-4">{t("renew.lead")}</p>
            <OneTimeSecret text={t("secretOnce")} />
            {idField}
            <input type="hidden" name="prefix" value={key.prefix} />
            <SelectField
              name="overlap"
              label={t("renew.overlap")}
              options={overlaps}
              defaultValue={String(OVERLAPS.day)}
            />
            <SubmitButton variant="secondary">{t("renew.make")}</SubmitButton>
          </div>
        </CollapsedFields>
      </DeskForm>
      <DeskForm name="change" verb="key_changed">
        <CollapsedFields summary={t("edit")} icon={pencil}>
          <div className="max-w-column">
            {idField}
            <HiddenField name="was" value={key.was} />
            <KeyContactFields today={today} contact={key.contact ?? ""} expires={key.lastDay} />
            <SubmitButton variant="secondary">{t("save")}</SubmitButton>
          </div>
        </CollapsedFields>
      </DeskForm>
    </Section>
  );
}

/** Explains the consequences first. */
function RevokeKeyForm({ id }: { id: number }) {
  const t = useTranslations("desk.keys");
  return (
    <DeskForm name="stop" verb="key_stopped">
      <CollapsedFields summary={t("stop.title")} icon={trash}>
        <p className="mb-4 max-w-measure">{t("stop.lead")}</p>
        <input type="hidden" name="id" value={id} />
        <SubmitButton variant="danger">{t("stop.do")}</SubmitButton>
      </CollapsedFields>
    </DeskForm>
  );
}

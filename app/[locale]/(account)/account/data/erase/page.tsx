import { getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { QuietLink } from "@/components/site/link-button";
import { Icon } from "@/components/ui/icons/icon";
import { cross, userRound } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import { addElision } from "@/lib/i18n/format";
import { previewOwnErasure } from "@/lib/privacy/queries";
import { requestErasureAction } from "../actions";

/** Preview of an erasure. */
export default withUnavailablePage(async function Page() {
  const personId = await requirePersonId();
  const preview = await previewOwnErasure(personId, new Date());
  if (!preview) return <NotFoundPage />;
  const t = await getTranslations("account.erase");
  const { people, ends } = preview;
  return (
    <PageColumn>
      <AccountForm action={requestErasureAction} title={t("title")}>
        <p className="mb-6 max-w-measure text-lead">{t("what")}</p>
        <ErasedData title={t("people")} icon={userRound} rows={people} />
        {ends.length > 0 && (
          <ErasedData
            title={t("ends")}
            icon={cross}
            rows={ends.map(({ state, ...values }) => t(`states.${state}`, addElision(values)))}
          />
        )}
        <p className="mb-6 max-w-measure">{t("after")}</p>
        <SubmitButton variant="final">{t("submit")}</SubmitButton>
      </AccountForm>
      <QuietLink href="/account/data">{t("leave")}</QuietLink>
    </PageColumn>
  );
});

type ErasedDataProps = { title: string; icon: string; rows: string[] };

const ErasedData = ({ title, icon, rows }: ErasedDataProps) => (
  <Section title={title}>
    <ul className="divide-y divide-hairline">
      {rows.map((row) => (
        <li key={row} className="flex gap-3 py-2">
          <Icon d={icon} className="mt-1 text-danger" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{row}</span>
        </li>
      ))}
    </ul>
  </Section>
);

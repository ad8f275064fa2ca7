import { getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { QuietLink } from "@/components/site/link-button";
import { readSentAnswers } from "@/lib/family/queries";
import { disagreeAction } from "./actions";

export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/disagree">) {
  const personId = await requirePersonId();
  const sent = await readSentAnswers(personId, (await params).reference, new Date());
  if (sent?.role !== "guardian") return <NotFoundPage />;

  const { reference, student, year } = sent;
  const [t, tAccount] = await Promise.all([getTranslations("account.disagree"), getTranslations("account")]);
  return (
    <PageColumn>
      <AccountForm
        action={disagreeAction}
        title={t("title")}
        caption={`${student} · ${year}`}
        intro={t("lead")}
      >
        <input type="hidden" name="reference" value={reference} />
        <TextAreaField name="words" label={t("label")} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </AccountForm>
      <QuietLink href="/account">{tAccount("back")}</QuietLink>
    </PageColumn>
  );
});

import { getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { ShownField } from "@/app/[locale]/shown-field";
import { SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { getContactLinks } from "@/components/site/contact-links";
import { QuietLink } from "@/components/site/link-button";
import { getFamilyOptions } from "@/lib/decisions/family/verbs";
import { readSentAnswers, withdrawalShown } from "@/lib/family/queries";
import { addElision } from "@/lib/i18n/format";
import { getSchoolContact } from "@/lib/school/queries";
import { withdrawAction } from "./actions";

/** Explains the consequences before a withdrawal. */
export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/withdraw">) {
  const personId = await requirePersonId();
  const now = new Date();
  const sent = await readSentAnswers(personId, (await params).reference, now);
  if (sent?.role !== "sender") return <NotFoundPage />;

  const { reference, student, state } = sent;
  const [t, contact, options] = await Promise.all([
    getTranslations("account.withdraw"),
    getSchoolContact(),
    getFamilyOptions(reference, now),
  ]);
  const title = t("title", addElision({ student }));
  const openState = options.withdraw && state !== "rejected" && state !== "withdrawn" && state;
  return (
    <PageColumn>
      <AccountForm
        action={withdrawAction}
        title={title}
        caption={reference}
        intro={!openState && <p className="max-w-measure">{t.rich("over", getContactLinks(contact))}</p>}
        className="space-y-4"
      >
        {openState && (
          <>
            <ShownField parts={withdrawalShown(sent)} />
            <p id="withdrawal" className="max-w-measure">
              {t(`effects.${openState}`)} {t("told")}
            </p>
            <input type="hidden" name="reference" value={reference} />
            <SubmitButton variant="final">{t("submit")}</SubmitButton>
          </>
        )}
      </AccountForm>
      <QuietLink href="/account">{t("leave")}</QuietLink>
    </PageColumn>
  );
});

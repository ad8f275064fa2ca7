import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { leaveAction } from "@/app/[locale]/(account)/account/renewal-actions";
import { ShownField } from "@/app/[locale]/shown-field";
import { SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { QuietLink } from "@/components/site/link-button";
import { findRenewable } from "@/lib/family/renewal/queries";
import { leavingShown } from "@/lib/family/renewal/verbs";

/** Explains the consequences before a student leaves. */
export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/account/enrollments/[reference]/leave">) {
  const personId = await requirePersonId();
  const { reference } = await params;
  const renewable = await findRenewable(personId, reference, new Date(), await getLocale());
  if (!renewable) return <NotFoundPage />;
  const t = await getTranslations("account.family");
  const { student, requestedYear } = renewable;
  const values = { name: student.name, year: requestedYear.year };
  return (
    <PageColumn>
      <AccountForm
        action={leaveAction}
        title={t(student.isOwn ? "leave.ownTitle" : "leave.title", values)}
        caption={student.previous?.names}
        className="space-y-4"
      >
        <ShownField parts={leavingShown(renewable)} />
        <p id="leaving" className="max-w-measure">
          {t(student.isOwn ? "leave.ownText" : "leave.text", values)}
        </p>
        <p className="max-w-measure">{t("leave.back")}</p>
        <input type="hidden" name="reference" value={reference} />
        <SubmitButton variant="final">
          {t(student.isOwn ? "leave.ownSubmit" : "leave.submit", { name: student.name })}
        </SubmitButton>
      </AccountForm>
      <QuietLink href="/account">{t("leave.not")}</QuietLink>
    </PageColumn>
  );
});

import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { BackToAccount } from "@/components/account/back-to-account";
import { ChangePasswordFields } from "@/components/forms/password-fields";
import { PageColumn } from "@/components/layout/page-column";
import { Link } from "@/lib/i18n/navigation";
import { readAccount } from "@/lib/people/accounts/queries";
import { changePasswordAction } from "./actions";

export default withUnavailablePage(async function Page() {
  const personId = await requirePersonId();
  const { email, hasPassword } = await readAccount(personId);
  const t = await getTranslations("account.newPassword");
  const link = (text: ReactNode) => <Link href="/forgotten-password">{text}</Link>;
  if (!hasPassword)
    return (
      <TitledPage title={t("choose")} above={<BackToAccount />}>
        <p className="max-w-measure">{t.rich("none", { link })}</p>
      </TitledPage>
    );
  return (
    <PageColumn>
      <BackToAccount />
      <AccountForm action={changePasswordAction} title={t("title")} intro={t("lead")}>
        <ChangePasswordFields email={email} />
      </AccountForm>
    </PageColumn>
  );
});

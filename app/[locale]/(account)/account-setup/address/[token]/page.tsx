import { getTranslations } from "next-intl/server";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { LinkExpired } from "@/app/[locale]/(account)/account-setup/[token]/link-expired";
import { SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { findEmailChange } from "@/lib/family/email/verbs";
import { confirmEmailAction } from "./actions";

/** Only the button changes the address, because scanners open links. */
export default withUnavailablePage(async function Page({
  params,
}: PageProps<"/[locale]/account-setup/address/[token]">) {
  const [{ token }, t] = await Promise.all([params, getTranslations("account.newEmail")]);
  const change = await findEmailChange(token, new Date());
  if (!change) return <LinkExpired lead={t("closed")} />;
  return (
    <PageColumn>
      <AccountForm action={confirmEmailAction} title={t("title")} intro={t("lead", { email: change.email })}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </AccountForm>
    </PageColumn>
  );
});

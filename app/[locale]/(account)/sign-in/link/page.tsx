import { getTranslations } from "next-intl/server";
import { AccountForm, EmailField } from "@/app/[locale]/(account)/_lib/account-form";
import { SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { Link } from "@/lib/i18n/navigation";
import { requestSignInLinkAction } from "./actions";

/** A sign-in link instead of a password (families 38). */
export default async function Page() {
  const t = await getTranslations("account.byLink");
  return (
    <PageColumn>
      <AccountForm action={requestSignInLinkAction} title={t("title")} intro={t("lead")}>
        <EmailField autoComplete="email" />
        <SubmitButton>{t("submit")}</SubmitButton>
      </AccountForm>
      <p className="mt-7">
        <Link href="/sign-in">{t("password")}</Link>
      </p>
    </PageColumn>
  );
}

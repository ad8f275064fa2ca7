import { getTranslations } from "next-intl/server";
import { SubmitButton } from "@/components/forms/fields";
import { PageColumn } from "@/components/layout/page-column";
import { AccountForm, EmailField } from "../_lib/account-form";
import { forgottenPasswordAction } from "./actions";

export default async function Page() {
  const t = await getTranslations("account.forgotten");
  return (
    <PageColumn>
      <AccountForm action={forgottenPasswordAction} title={t("title")} intro={t("lead")}>
        <EmailField autoComplete="email" />
        <SubmitButton>{t("submit")}</SubmitButton>
      </AccountForm>
    </PageColumn>
  );
}

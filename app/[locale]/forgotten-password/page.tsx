import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Submit } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import { EmailField, FamilyForm } from "../account/family-form";
import { forgottenPasswordAction } from "./actions";

export const metadata: Metadata = { robots: { index: false } };

export default async function Page() {
  const t = await getTranslations("account.forgotten");
  return (
    <Column>
      <FamilyForm action={forgottenPasswordAction} title={t("title")} lead={t("lead")}>
        <EmailField autoComplete="email" />
        <Submit>{t("submit")}</Submit>
      </FamilyForm>
    </Column>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Submit } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import { EmailField, FamilyForm } from "../../account/family-form";
import { askForLinkAction } from "./actions";

export const metadata: Metadata = { robots: { index: false } };

/** Asks for a link that signs in, in the place of a password (families 38). */
export default async function Page() {
  const t = await getTranslations("account.byLink");
  return (
    <Column>
      <FamilyForm action={askForLinkAction} title={t("title")} lead={t("lead")}>
        <EmailField autoComplete="email" />
        <Submit>{t("submit")}</Submit>
      </FamilyForm>
      <p className="mt-7">
        <Link href="/sign-in">{t("password")}</Link>
      </p>
    </Column>
  );
}

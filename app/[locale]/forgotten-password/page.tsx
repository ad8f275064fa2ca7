import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { forgottenPasswordAction } from "@/app/[locale]/account/actions";
import { formWords } from "@/app/[locale]/account/form-words";
import { SignInForm } from "@/components/account/sign-in-form";
import { Column } from "@/components/site/page";

export const metadata: Metadata = { robots: { index: false } };

export default async function Page() {
  const t = await getTranslations("account.forgotten");
  return (
    <Column>
      <SignInForm
        action={forgottenPasswordAction}
        title={t("title")}
        words={await formWords(t("title"), t("submit"))}
        asksPassword={false}
      >
        <p className="mb-7 max-w-measure">{t("lead")}</p>
      </SignInForm>
    </Column>
  );
}

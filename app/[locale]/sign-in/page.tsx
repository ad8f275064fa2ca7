import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { signInAction } from "@/app/[locale]/account/actions";
import { formWords } from "@/app/[locale]/account/form-words";
import { SignInForm } from "@/components/account/sign-in-form";
import { Column } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";

export const metadata: Metadata = { robots: { index: false } };

export default async function Page() {
  const t = await getTranslations("account.signIn");
  return (
    <Column>
      <SignInForm
        action={signInAction}
        title={t("title")}
        words={await formWords(t("title"), t("submit"))}
        asksPassword
      >
        <p className="mb-7 max-w-measure">{t("lead")}</p>
      </SignInForm>
      <p className="mt-7">
        <Link href="/forgotten-password">{t("forgotten")}</Link>
      </p>
    </Column>
  );
}

import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { signInAction } from "@/app/[locale]/account/actions";
import { formWords } from "@/app/[locale]/account/form-words";
import { signedInPerson } from "@/app/[locale]/account/session-cookie";
import { SignInForm } from "@/components/account/sign-in-form";
import { Column } from "@/components/site/page";
import { Link, redirect } from "@/lib/i18n/navigation";

export const metadata: Metadata = { robots: { index: false } };

export default async function Page({ searchParams }: PageProps<"/[locale]/sign-in">) {
  const { onward } = await searchParams;
  if (onward === "enroll" && (await signedInPerson()))
    return redirect({ href: "/enroll", locale: await getLocale() });
  const t = await getTranslations("account.signIn");
  return (
    <Column>
      <SignInForm
        action={signInAction}
        title={t("title")}
        words={await formWords(t("title"), t("submit"))}
        asksPassword
        onward={typeof onward === "string" ? onward : undefined}
      >
        <p className="mb-7 max-w-measure">{t(onward ? "leadBack" : "lead")}</p>
      </SignInForm>
      <p className="mt-7">
        <Link href="/forgotten-password">{t("forgotten")}</Link>
      </p>
    </Column>
  );
}

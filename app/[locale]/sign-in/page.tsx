import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { PresentPassword } from "@/app/[locale]/password-fields";
import { Submit } from "@/components/action/fields";
import { Column } from "@/components/site/page";
import { Link, redirect } from "@/lib/i18n/navigation";
import { EmailField, FamilyForm } from "../account/family-form";
import { signedInPerson } from "../account/session-cookie";
import { signInAction } from "./actions";

export const metadata: Metadata = { robots: { index: false } };

export default async function Page({ searchParams }: PageProps<"/[locale]/sign-in">) {
  const { onward } = await searchParams;
  if (onward === "enroll" && (await signedInPerson()))
    return redirect({ href: "/enroll", locale: await getLocale() });
  const [t, account] = await Promise.all([getTranslations("account.signIn"), getTranslations("account")]);
  // From the start page nothing has been begun yet.
  const lead = onward === "enroll" ? "leadKnown" : onward ? "leadBack" : "lead";
  return (
    <Column>
      <FamilyForm action={signInAction} title={t("title")} lead={t(lead)}>
        <input type="hidden" name="onward" value={typeof onward === "string" ? onward : ""} />
        <EmailField autoComplete="username" />
        <PresentPassword label={account("password")} />
        <Submit>{t("submit")}</Submit>
      </FamilyForm>
      <p className="mt-7">
        <Link href="/sign-in/link">{t("byLink")}</Link>
      </p>
      <p className="mt-3">
        <Link href="/forgotten-password">{t("forgotten")}</Link>
      </p>
    </Column>
  );
}

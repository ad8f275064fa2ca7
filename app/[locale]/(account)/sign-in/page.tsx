import { getLocale, getTranslations } from "next-intl/server";
import { SubmitButton } from "@/components/forms/fields";
import { CurrentPasswordField } from "@/components/forms/password-fields";
import { PageColumn } from "@/components/layout/page-column";
import { Link, redirect } from "@/lib/i18n/navigation";
import { AccountForm, EmailField } from "../_lib/account-form";
import { getSignedInPersonId } from "../_lib/session";
import { signInAction } from "./actions";

export default async function Page({ searchParams }: PageProps<"/[locale]/sign-in">) {
  const { onward } = await searchParams;
  if (onward === "enroll" && (await getSignedInPersonId()))
    return redirect({ href: "/enroll", locale: await getLocale() });
  const [t, tAccount] = await Promise.all([getTranslations("account.signIn"), getTranslations("account")]);
  // "enroll": the visitor comes from the start page and has no draft.
  const leadKey = onward === "enroll" ? "leadKnown" : onward ? "leadBack" : "lead";
  return (
    <PageColumn>
      <AccountForm action={signInAction} title={t("title")} intro={t(leadKey)}>
        <input type="hidden" name="onward" value={typeof onward === "string" ? onward : ""} />
        <EmailField autoComplete="username" />
        <CurrentPasswordField label={tAccount("password")} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </AccountForm>
      <p className="mt-7">
        <Link href="/sign-in/link">{t("byLink")}</Link>
      </p>
      <p className="mt-3">
        <Link href="/forgotten-password">{t("forgotten")}</Link>
      </p>
    </PageColumn>
  );
}

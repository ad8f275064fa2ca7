import { getLocale, getTranslations } from "next-intl/server";
import { SubmitButton } from "@/components/forms/fields";
import { CurrentPasswordField } from "@/components/forms/password-fields";
import { PageColumn } from "@/components/layout/page-column";
import { Link, redirect } from "@/lib/i18n/navigation";
import { AccountForm, EmailField } from "../_lib/account-form";
import { getSignedInPersonId } from "../_lib/session";
import { signInAction } from "./actions";
import { getReturnPath, isEnrollStart } from "./return-path";

export default async function Page({ searchParams }: PageProps<"/[locale]/sign-in">) {
  const query = await searchParams;
  const onward = typeof query.onward === "string" ? query.onward : "";
  if (isEnrollStart(onward) && (await getSignedInPersonId()))
    return redirect({ href: getReturnPath(onward), locale: await getLocale() });
  const [t, tAccount] = await Promise.all([getTranslations("account.signIn"), getTranslations("account")]);
  // From the start page the visitor has no draft.
  const leadKey = isEnrollStart(onward) ? "leadKnown" : onward ? "leadBack" : "lead";
  return (
    <PageColumn>
      <AccountForm action={signInAction} title={t("title")} intro={t(leadKey)}>
        <input type="hidden" name="onward" value={onward} />
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

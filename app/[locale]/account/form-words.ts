import { getTranslations } from "next-intl/server";
import { titled } from "@/app/[locale]/page-title";
import type { FormWords } from "@/components/account/form-state";

const issues = [
  "name.required",
  "name.too_long",
  "surname.required",
  "surname.too_long",
  "email.required",
  "terms.required",
  "password.required",
  "password.too_short",
  "password.too_long",
  "password.too_common",
] as const;

/** Every word that an account form may need, in the page's language; title and button are the page's own. */
export async function formWords(title: string, submit: string): Promise<FormWords> {
  const t = await getTranslations("account");
  return {
    pageTitle: await titled(title),
    submit,
    errorPrefix: t("errorPrefix"),
    errorTitle: t("errorTitle"),
    email: t("email"),
    password: t("password"),
    show: t("show"),
    name: t("setup.name"),
    surname: t("setup.surname"),
    surnameHint: t("setup.surnameHint"),
    passwordHint: t("setup.passwordHint"),
    shortOne: t("strength.short", { count: 1 }),
    shortMany: t("strength.short", { count: 15 }),
    plain: t("strength.plain"),
    fair: t("strength.fair"),
    good: t("strength.good"),
    wrong: t("issues.signIn.wrong"),
    limited: t("issues.limited"),
    unavailable: t("issues.unavailable"),
    ...Object.fromEntries(issues.map((issue) => [issue, t(`issues.${issue}`)])),
  };
}

/** What a form of the account says above its problems. */
export async function problemWords() {
  const t = await getTranslations("account");
  return { errorTitle: t("errorTitle"), errorPrefix: t("errorPrefix"), offline: t("issues.offline") };
}

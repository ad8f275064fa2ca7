import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { PasswordStrengthField } from "@/components/forms/password-strength-field";

export const changePasswordSchema = z.object({
  current: z.string("required").min(1, "required"),
  password: z.string().default(""),
});

/** For users who know their password; others request a link. */
export async function ChangePasswordFields({ email }: { email: string }) {
  const t = await getTranslations("account.newPassword");
  return (
    <>
      <CurrentPasswordField name="current" label={t("current")} />
      <NewPasswordField email={email} label={t("password")} />
      <SubmitButton>{t("title")}</SubmitButton>
    </>
  );
}

export function CurrentPasswordField({ name = "password", label }: { name?: string; label: string }) {
  return (
    <TextField name={name} type="password" label={label} autoComplete="current-password" maxLength={1000} />
  );
}

type Props = {
  /** The account's e-mail, for password managers. */
  email: string;
  label: string;
};

export async function NewPasswordField({ email, label }: Props) {
  const t = await getTranslations("account");
  const texts = {
    show: t("show"),
    shortOne: t("strength.short", { count: 1 }),
    shortMany: t("strength.short", { count: 15 }),
    plain: t("strength.plain"),
    fair: t("strength.fair"),
    good: t("strength.good"),
  };
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordStrengthField label={label} hint={t("setup.passwordHint")} texts={texts} />
    </>
  );
}

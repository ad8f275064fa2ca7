import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { DateField } from "@/components/forms/date-field";
import { SubmitButton } from "@/components/forms/fields";
import { AccountForm } from "./account-form";

type Props = Pick<ComponentProps<typeof AccountForm>, "action" | "title" | "intro"> & {
  token: string;
  label: string;
};

/** Asked before a link from a mail shows anything, in case the mail went to a stranger. */
export async function BirthDateForm({ token, label, ...form }: Props) {
  const t = await getTranslations("wizard");
  return (
    <AccountForm {...form}>
      <input type="hidden" name="token" value={token} />
      <DateField
        name="student_birth_date"
        label={label}
        hint={t("fields.birth_date.hint", { year: String(new Date().getUTCFullYear() - 10) })}
        texts={{ day: t("fields.day"), month: t("fields.month"), year: t("fields.year") }}
      />
      <SubmitButton>{t("continue")}</SubmitButton>
    </AccountForm>
  );
}

import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { DayField } from "@/components/action/day-field";
import { Submit } from "@/components/action/fields";
import { FamilyForm } from "./family-form";

type Props = Pick<ComponentProps<typeof FamilyForm>, "action" | "title" | "lead"> & {
  token: string;
  label: string;
};

/** Before a link from a mail shows anything: the birth date, which who does not know the student does not know. */
export async function BirthDateQuestion({ token, label, ...form }: Props) {
  const t = await getTranslations("wizard");
  return (
    <FamilyForm {...form}>
      <input type="hidden" name="token" value={token} />
      <DayField
        name="student_birth_date"
        label={label}
        hint={t("fields.birth_date.hint", { year: String(new Date().getUTCFullYear() - 10) })}
        words={{ day: t("fields.day"), month: t("fields.month"), year: t("fields.year") }}
      />
      <Submit>{t("continue")}</Submit>
    </FamilyForm>
  );
}

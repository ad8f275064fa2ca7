import { useTranslations } from "next-intl";
import { DateControl } from "./controls";

/** A birth date; `bday` for the person who fills in alone (wizard 20). */
export function BirthDate({ name, year, own }: { name: string; year: number; own?: boolean }) {
  const t = useTranslations("wizard.fields");
  return (
    <DateControl
      name={name}
      label={t("birth_date.label")}
      hint={t("birth_date.hint", { year: String(year) })}
      words={{ day: t("day"), month: t("month"), year: t("year") }}
      autoComplete={own ? "bday" : undefined}
    />
  );
}

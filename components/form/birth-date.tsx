import { useTranslations } from "next-intl";
import { DateControl } from "./controls";

type Props = {
  name: string;
  /** The page's heading, where the date is its only question. */
  heading?: string;
  year: number;
  /** Whether the browser may fill in what it knows: the person's own date alone (W20). */
  own?: boolean;
};

/** A birth date. */
export function BirthDate({ name, heading, year, own }: Props) {
  const t = useTranslations("wizard.fields");
  return (
    <DateControl
      name={name}
      label={heading ?? t("birth_date.label")}
      heading={heading !== undefined}
      hint={t("birth_date.hint", { year: String(year) })}
      words={{ day: t("day"), month: t("month"), year: t("year") }}
      autoComplete={own ? "bday" : undefined}
    />
  );
}

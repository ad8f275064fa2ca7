import { useLocale, useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import type { LastChange } from "@/lib/people/audit-log";
import { getSettingControl, type SettingName } from "@/lib/school/settings";
import { formatCountries } from "./countries";

const MAX_COUNTRIES = 6;

/** Value and last change of a setting. */
export function useSettingTexts() {
  const { date, longDay } = useDateFormats();
  const t = useTranslations("desk.settings");
  const locale = useLocale();
  const formatValue = (name: SettingName, text: string): string => {
    const control = getSettingControl(name);
    if (control.kind === "flag") return t(`flags.${text === "true" ? "true" : "false"}`);
    if (control.kind === "choice") return t(`options.${name}.${text}` as "none");
    if (control.kind === "number") return t(`units.${control.unit}`, { count: Number(text) });
    if (control.kind === "countries") return formatList(text);
    if (text === "") return t(control.kind === "url" ? "ownTerms" : "none");
    return control.kind === "day" ? longDay(text) : text;
  };
  const formatList = (text: string) => {
    if (text === "all") return t("allCountries");
    const codes = text.split(",");
    return codes.length > MAX_COUNTRIES
      ? t("countries", { count: codes.length })
      : formatCountries(codes, locale).join(", ");
  };
  const formatChange = ({ by, name, at }: LastChange) =>
    t("changedBy", {
      who: name ?? t(by === "command" ? "command" : "service"),
      day: date(at),
    });
  return { formatValue, formatChange };
}

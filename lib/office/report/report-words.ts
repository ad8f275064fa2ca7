import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { ageGroups, OTHERS, type ReportPart } from "./town-report";

/** In the place of a count that could be somebody. */
const FEW = "·";

/** What the rows of the report are called, and what stands where nothing may. */
export function createReportLabels(locale: Locale) {
  const t = getTranslator(locale);

  function age(group: number): string {
    const [from, next] = [ageGroups[group - 1], ageGroups[group]];
    if (from === undefined) return t("desk.report.ages.upTo", { to: (next ?? 0) - 1 });
    return next === undefined
      ? t("desk.report.ages.from", { from })
      : t("desk.report.ages.between", { from, to: next - 1 });
  }

  return {
    name(part: ReportPart, name: string | null): string {
      if (name === null) return t(`desk.report.without.${part}`);
      if (part === "district" && name === OTHERS) return t("desk.report.others");
      return part === "age" ? age(Number(name)) : name;
    },
    count: (count: number | undefined) => (count === undefined ? FEW : String(count)),
  };
}

import { getLocale, getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton } from "@/components/forms/fields";
import { Notice } from "@/components/ui/notice";
import { findRevealingTotals } from "@/lib/admission/plan/criteria";
import type { RoundProps } from "../page";
import { RoundFields } from "./round-step-form";

const EXAMPLES = 3;

/** Warns if totals would reveal a sensitive criterion, and offers ranks instead (admission 6). */
export async function PointsFormatForm({ round, year }: RoundProps) {
  const [t, locale] = await Promise.all([getTranslations("desk.round.format"), getLocale()]);
  const isRanks = round.publishedPoints === "ranks";
  const revealing = findRevealingTotals(round.criteria);
  if (!isRanks && revealing.length === 0) return null;
  const getName = (code: string) => round.criteria.find((row) => row.code === code)?.[locale] ?? code;
  return (
    <Notice tone={isRanks ? "info" : "wait"}>
      <p className="mb-2 max-w-measure">{t(isRanks ? "ranks" : "reveals", { count: revealing.length })}</p>
      {!isRanks && (
        <ul className="mb-3 space-y-2">
          {revealing.slice(0, EXAMPLES).map(({ total, parts }) => (
            <li key={total}>
              {t("total", { total })}
              {parts.map(({ code, points }) => `${getName(code)} ${points}`).join(" + ")}
            </li>
          ))}
        </ul>
      )}
      <DeskForm name="points-format" verb="round_changed">
        <RoundFields round={round} year={year} />
        <input type="hidden" name="publishedPoints" value={isRanks ? "totals" : "ranks"} />
        <SubmitButton variant="secondary">{t(isRanks ? "publishTotals" : "publishRanks")}</SubmitButton>
      </DeskForm>
    </Notice>
  );
}

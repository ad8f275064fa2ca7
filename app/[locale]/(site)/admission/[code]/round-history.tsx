import { getLocale, getTranslations } from "next-intl/server";
import type { RoundChange } from "@/lib/admission/plan/round-changes";
import type { PublicRound } from "@/lib/admission/queries";
import { getPlaceNames } from "@/lib/decisions/place";
import { toDate } from "@/lib/platform/dates";

type FormatDate = (date: Date, withTime?: boolean) => string;

/** Corrections and steps back with reasons; or the withdrawal (admission 1). */
export async function RoundHistory({ view, format }: { view: PublicRound; format: FormatDate }) {
  const t = await getTranslations("round");
  const { corrections, withdrawn, round } = view;
  return (
    <>
      {withdrawn && (
        <p className="mb-4 max-w-measure">
          {t("withdrawn", { day: format(withdrawn.at, true), reason: withdrawn.reason })}
        </p>
      )}
      {corrections.map(({ at, reason, changes, number }) => (
        <div key={at.getTime()} className="mb-4 max-w-measure">
          <p>
            {number
              ? t("voidDraw", { day: format(at, true), number, reason })
              : t(changes.length > 0 ? "corrected" : "takenBack", { day: format(at, true), reason })}
          </p>
          {changes.length > 0 && (
            <ul className="list-disc pl-6">
              {changes.map((change) => (
                <li key={JSON.stringify(change)}>
                  <Change change={change} year={round.schoolYearId} format={format} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </>
  );
}

async function Change({ change, year, format }: { change: RoundChange; year: number; format: FormatDate }) {
  const [t, round, locale] = await Promise.all([
    getTranslations("round.change"),
    getTranslations("round"),
    getLocale(),
  ]);
  if (change.what === "name") return t("name", change);
  if (change.what === "place") {
    const { speciality, syllabus } = await getPlaceNames(year, change.place, locale);
    const place = [speciality, syllabus].filter(Boolean).join(", ");
    return t(change.leftOut ? "leftOut" : "given", { place });
  }
  if (change.what === "criterion") {
    const { from, to } = change;
    if (!to) return t("criterionRemoved", { name: from?.[locale] ?? change.code });
    if (!from) return t("criterionAdded", { name: to[locale], points: to.points });
    const points = { from: from.points, to: to.points };
    if (from[locale] !== to[locale])
      return t("criterionRenamed", { before: from[locale], name: to[locale], ...points });
    return t(from.points === to.points ? "criterionChanged" : "criterionPoints", {
      name: to[locale],
      ...points,
    });
  }
  const toText = (value: string | null) => (value ? format(toDate(value)) : t("noDay"));
  return t("day", { what: round(`days.${change.what}`), from: toText(change.from), to: toText(change.to) });
}

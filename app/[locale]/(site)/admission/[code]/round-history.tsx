import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import type { RoundChange } from "@/lib/admission/plan/round-changes";
import type { PublicRound } from "@/lib/admission/queries";
import { createPlaceNamer } from "@/lib/decisions/place";

/** Corrections and steps back with reasons; or the withdrawal (admission 1). */
export async function RoundHistory({ view }: { view: PublicRound }) {
  const [t, { longInstant }] = await Promise.all([getTranslations("round"), getDateFormats()]);
  const { corrections, withdrawn, round } = view;
  return (
    <>
      {withdrawn && (
        <p className="mb-4 max-w-measure">
          {t("withdrawn", { day: longInstant(withdrawn.at), reason: withdrawn.reason })}
        </p>
      )}
      {corrections.map(({ at, reason, changes, number }) => (
        <div key={at.getTime()} className="mb-4 max-w-measure">
          <p>
            {number
              ? t("voidDraw", { day: longInstant(at), number, reason })
              : t(changes.length > 0 ? "corrected" : "takenBack", { day: longInstant(at), reason })}
          </p>
          {changes.length > 0 && (
            <ul className="list-disc pl-6">
              {changes.map((change) => (
                <li key={JSON.stringify(change)}>
                  <Change change={change} year={round.schoolYearId} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </>
  );
}

async function Change({ change, year }: { change: RoundChange; year: number }) {
  const [t, round, locale, { longDay }] = await Promise.all([
    getTranslations("round.change"),
    getTranslations("round"),
    getLocale(),
    getDateFormats(),
  ]);
  if (change.what === "name") return t("name", change);
  if (change.what === "place") {
    const place = (await createPlaceNamer(year, locale))(change.place);
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
  const toText = (value: string | null) => (value ? longDay(value) : t("noDay"));
  return t("day", { what: round(`days.${change.what}`), from: toText(change.from), to: toText(change.to) });
}

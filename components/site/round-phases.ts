import type { useTranslations } from "next-intl";
import type { getFormatter } from "next-intl/server";
import type { TimelineItem } from "@/components/ui/timeline";
import type { PublicRound } from "@/lib/admission/queries";

const states = ["open", "frozen", "drawn", "provisional", "final", "closed"] as const;

type Translate = ReturnType<typeof useTranslations<"round">>;
type FormatDate = (date: Date, withTime?: boolean) => string;

/** Days of a round are dates; other moments include the time. */
export const createDateFormat =
  (format: Awaited<ReturnType<typeof getFormatter>>, timeZone: string): FormatDate =>
  (date, withTime = false) =>
    format.dateTime(date, {
      dateStyle: "long",
      ...(withTime ? { timeStyle: "short", timeZone } : { timeZone: "UTC" }),
    });

export function getRoundPhases(
  { round, state: reached, draw }: Pick<PublicRound, "round" | "state" | "draw">,
  t: Translate,
  day: FormatDate,
): TimelineItem[] {
  const confirmed = round.draws.find(({ number, voidedAt }) => !voidedAt && number === draw?.number);
  const texts: Record<(typeof states)[number], string | undefined> = {
    open: round.meritsBy ? t("phases.meritsBy", { day: day(round.meritsBy) }) : undefined,
    frozen: round.frozenAt ? day(round.frozenAt, true) : undefined,
    drawn: confirmed?.confirmedAt
      ? day(confirmed.confirmedAt, true)
      : round.drawOn
        ? day(round.drawOn)
        : undefined,
    provisional: round.objectionsBy ? t("phases.objectionsBy", { day: day(round.objectionsBy) }) : undefined,
    final: round.finalPublicAt ? day(round.finalPublicAt, true) : undefined,
    closed: round.answerBy ? t("phases.answerBy", { day: day(round.answerBy) }) : undefined,
  };
  const currentIndex = states.indexOf(reached as (typeof states)[number]);
  return states.map((state, index) => ({
    key: state,
    title: t(`phases.${state}`),
    text: texts[state],
    // Later phases are past once their state is reached.
    ...(index === currentIndex && (state === "open" || state === "provisional") && { when: "now" as const }),
    ...(index > currentIndex && { when: "later" as const }),
  }));
}

import type { useTranslations } from "next-intl";
import type { TimelineItem } from "@/components/ui/timeline";
import type { PublicRound } from "@/lib/admission/queries";
import { type Day, toDay } from "@/lib/platform/dates";

const states = ["open", "frozen", "drawn", "provisional", "final", "closed"] as const;

type Translate = ReturnType<typeof useTranslations<"round">>;
type DateFormats = { longDay: (day: Day) => string; longInstant: (date: Date) => string };

export function getRoundPhases(
  { round, state: reached, draw }: Pick<PublicRound, "round" | "state" | "draw">,
  t: Translate,
  { longDay, longInstant }: DateFormats,
): TimelineItem[] {
  const confirmed = round.draws.find(({ number, voidedAt }) => !voidedAt && number === draw?.number);
  const day = (date: Date) => longDay(toDay(date));
  const texts: Record<(typeof states)[number], string | undefined> = {
    open: round.meritsBy ? t("phases.meritsBy", { day: day(round.meritsBy) }) : undefined,
    frozen: round.frozenAt ? longInstant(round.frozenAt) : undefined,
    drawn: confirmed?.confirmedAt
      ? longInstant(confirmed.confirmedAt)
      : round.drawOn
        ? day(round.drawOn)
        : undefined,
    provisional: round.objectionsBy ? t("phases.objectionsBy", { day: day(round.objectionsBy) }) : undefined,
    final: round.finalPublicAt ? longInstant(round.finalPublicAt) : undefined,
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

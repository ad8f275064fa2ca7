import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { type RefusalCode, refusalIn } from "@/lib/decisions/refusal";
import { refusalWords } from "@/lib/decisions/refusal-words";
import { showDecisions } from "@/lib/decisions/show-decisions";
import type { Actor } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";

export const fieldOf: Partial<Record<RefusalCode, string>> = {
  place_missing: "speciality",
  place_unknown: "speciality",
  no_place: "speciality",
  list_missing: "speciality",
  not_the_turn: "reason",
  reason_missing: "reason",
  reason_unknown: "reason",
  words_too_long: "words",
};

/** Where the place is one choice, and a reason goes over nothing. */
export const atPlace: typeof fieldOf = {
  ...fieldOf,
  place_missing: "place",
  place_unknown: "place",
  no_place: "place",
  not_the_turn: "place",
};

type Answer = ActionState | { goTo: string };

/** A refusal in words, at the field that it is about; a stale form is told who changed what (desk 12). */
export async function orRefused(
  actor: Actor,
  reference: string,
  work: () => Promise<Answer>,
  fields = fieldOf,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    const words = refusalWords(refusal, await getLocale());
    if (refusal.code !== "changed_meanwhile") return { problems: [{ field: fields[refusal.code], words }] };
    const { change, version } = await changeSince(actor, reference);
    return { problems: [{ words: `${words} ${change}`.trim() }], version };
  }
}

async function changeSince(actor: Actor, reference: string) {
  const { history, standing } = await showDecisions(actor, reference, await getLocale());
  const [t, format, { time_zone: timeZone }] = await Promise.all([
    getTranslations("decisions"),
    getFormatter(),
    settings(),
  ]);
  const [last] = history;
  const change =
    last &&
    t("form.since", {
      who:
        last.who ??
        t(last.actorKind === "family" || last.actorKind === "api_key" ? "form.family" : "form.school"),
      time: format.dateTime(last.settledAt ?? last.decidedAt, {
        dateStyle: "short",
        timeStyle: "short",
        timeZone,
      }),
      state: t(`states.${standing.decidedState}`),
    });
  return { change: change ?? "", version: String(standing.version) };
}

"use server";

import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { type DecisionInput, decide } from "@/lib/decisions/decide";
import { type RefusalCode, refusalIn } from "@/lib/decisions/refusal";
import { refusalWords } from "@/lib/decisions/refusal-words";
import { undoDecision } from "@/lib/decisions/undo";
import { setPriority } from "@/lib/decisions/waiting-list";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import { showDecisions } from "@/lib/office/show-decisions";
import type { Actor } from "@/lib/people/staff/rights";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { settings } from "@/lib/school/settings";
import { asStaff, orUnavailable } from "./act";
import { decisionOf, versionOf } from "./decision-form";
import { previewOf } from "./decision-preview";
import { field } from "./form-field";
import { listHere, ownAddress, ownPath } from "./session";
import { neighbours } from "./within-list";

/** Decides, or shows what the decision would send. */
export async function decideAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async (session) => {
    const { actor } = session;
    const [reference = "", , state = ""] = (await ownPath()).split("/").slice(3);
    const input = decisionOf(form, reference, state as DecisionInput["to"]);
    return orRefused(
      actor,
      reference,
      async () => {
        if (field(form, "intent") === "look") return { preview: await previewOf(input, actor) };
        await decide(input, actor, new Date());
        return { goTo: await afterDeciding(session, reference, field(form, "intent") === "next") };
      },
      form.has("place") ? atPlace : fieldOf,
    );
  });
}

/** The enrollment itself or, within a list, the next one, which says what was decided before it. */
async function afterDeciding(session: StaffSession, reference: string, goOn: boolean): Promise<string> {
  const list = await listHere();
  const next = goOn ? await nextAfter({ session, reference, list }) : undefined;
  if (!next) return enrollmentAddress(reference, list, { query: { said: "decided" } });
  return enrollmentAddress(next.reference, next.list, { query: { said: "decided", saidOf: reference } });
}

/** None while the database is away: what was decided before is said all the same. */
async function nextAfter(within: Parameters<typeof neighbours>[0]) {
  const found = await orUnavailable(async () => ({ next: (await neighbours(within))?.next }));
  return "next" in found ? found.next : undefined;
}

export async function undoAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onEnrollment(form, "undone", (actor, reference, version) =>
    undoDecision({ reference, version }, actor, new Date()),
  );
}

export async function priorityAction(_: ActionState, form: FormData): Promise<ActionState> {
  const text = field(form, "priority").trim();
  const priority = /^-?\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return onEnrollment(form, "priority", (actor, reference, version) =>
    setPriority({ reference, version, priority, why: field(form, "why") }, actor),
  );
}

async function onEnrollment(
  form: FormData,
  said: string,
  work: (actor: Actor, reference: string, version: number) => Promise<void>,
): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const [reference = ""] = (await ownPath()).split("/").slice(3);
    return orRefused(actor, reference, async () => {
      await work(actor, reference, versionOf(form));
      return { goTo: await ownAddress({ said }) };
    });
  });
}

const fieldOf: Partial<Record<RefusalCode, string>> = {
  place_missing: "speciality",
  place_unknown: "speciality",
  no_place: "speciality",
  list_missing: "speciality",
  not_the_turn: "reason",
  reason_missing: "reason",
  reason_unknown: "reason",
  words_too_long: "words",
  priority_is_no_number: "priority",
};

/** Where the place is one choice, and a reason goes over nothing. */
const atPlace: typeof fieldOf = {
  ...fieldOf,
  place_missing: "place",
  place_unknown: "place",
  no_place: "place",
  not_the_turn: "place",
};

type Answer = ActionState | { goTo: string };

/** A refusal in words, at the field that it is about; a stale form is told who changed what (desk 12). */
async function orRefused(
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

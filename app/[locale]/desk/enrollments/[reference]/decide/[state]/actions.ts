"use server";

import { asStaff, orUnavailable } from "@/app/[locale]/desk/act";
import { readDecision } from "@/app/[locale]/desk/decision-form";
import { previewOf } from "@/app/[locale]/desk/decision-preview";
import { orStale } from "@/app/[locale]/desk/enrollments/[reference]/or-stale";
import { neighbours } from "@/app/[locale]/desk/enrollments/[reference]/within-list";
import { listHere, ownPath } from "@/app/[locale]/desk/session";
import type { ActionState } from "@/components/action/action-state";
import { type DecisionInput, decide } from "@/lib/decisions/decide";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import type { StaffSession } from "@/lib/people/staff/sessions";

/** Decides, or shows what the decision would send. */
export async function decideAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async (session) => {
    const { actor } = session;
    const [reference = "", , state = ""] = (await ownPath()).split("/").slice(3);
    const { intent, ...said } = readDecision(form);
    const input = { reference, to: state as DecisionInput["to"], ...said };
    return orStale(actor, reference, async () => {
      if (intent === "look") return { preview: await previewOf(input, actor) };
      await decide(input, actor, new Date());
      return { goTo: await afterDeciding(session, reference, intent === "next") };
    });
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

"use server";

import { parseDecisionForm } from "@/app/[locale]/desk/_lib/parse-decision-form";
import { getDecisionMailPreviews } from "@/app/[locale]/desk/_lib/preview-mails";
import {
  getDecisionAddress,
  getEnrollmentAddress,
  getListQuery,
  getPagePath,
  getSubjectId,
} from "@/app/[locale]/desk/_lib/session";
import { catchUnavailable, createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { catchDecisionConflict } from "@/app/[locale]/desk/(day)/enrollments/[reference]/catch-decision-conflict";
import { getListNeighbours } from "@/app/[locale]/desk/(day)/enrollments/[reference]/list-navigation";
import type { FormAction } from "@/components/forms/action-state";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";
import { hasReadReceipt, type StaffSession } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";

/** Decides, or previews the mails; a refusal keeps the preview. */
export const decideAction: FormAction = async (state, form) => ({
  preview: state.preview,
  ...(await decide(state, form)),
});

const decide = createStaffAction(async (session, form) => {
  const { actor } = session;
  const reference = await getSubjectId();
  const { intent, to, ...rest } = parseDecisionForm(form);
  // In the pane the form contains the state; on its page, the address.
  const state = to ?? (await getPagePath()).split("/")[5];
  // One click for the displayed place: only if this session saw the mail today (desk 11, 36).
  if (to === "accepted" && !hasReadReceipt(session, to, await getSchoolToday()))
    return { redirect: await getDecisionAddress(reference, await getListQuery(), to) };
  const input = { reference, to: state as DecisionInput["to"], ...rest };
  return catchDecisionConflict(actor, reference, async () => {
    if (intent === "show") return {}; // reloads the form with the speciality's syllabi
    if (intent === "look") return { preview: await getDecisionMailPreviews(input, actor) };
    await decideAndNotify(input, actor, new Date());
    return { redirect: await getNextAddress(session, reference, intent === "next") };
  });
});

/** The enrollment, or the next in its list, with a message about the decision. */
async function getNextAddress(session: StaffSession, reference: string, toNext: boolean): Promise<string> {
  const list = await getListQuery();
  const next = toNext ? await findNext({ session, reference, list }) : undefined;
  if (!next) return getEnrollmentAddress(reference, list, { said: "decided" });
  return getEnrollmentAddress(next.reference, next.list, { said: "decided", saidOf: reference });
}

/** Undefined while the database is unavailable, so that the message is shown anyway. */
async function findNext(input: Parameters<typeof getListNeighbours>[0]) {
  const result = await catchUnavailable(async () => ({ next: (await getListNeighbours(input))?.next }));
  return "next" in result ? result.next : undefined;
}

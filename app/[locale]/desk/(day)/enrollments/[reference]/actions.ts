"use server";

import { parseDecisionForm } from "@/app/[locale]/desk/_lib/parse-decision-form";
import { getDecisionAddress, getListQuery, getSubjectId } from "@/app/[locale]/desk/_lib/session";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { hasReadReceipt } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";
import { catchDecisionConflict } from "./catch-decision-conflict";
import { getNextAddress } from "./next-address";

/** One click for the displayed place; only if this session saw the mail today (desk 11, 36). */
export const acceptAction = createStaffAction(async (session, form) => {
  const { actor } = session;
  const reference = await getSubjectId();
  if (!hasReadReceipt(session, "accepted", await getSchoolToday()))
    return { redirect: await getDecisionAddress(reference, await getListQuery(), "accepted") };
  const { intent, version, specialityId, syllabusId, tell } = parseDecisionForm(form);
  return catchDecisionConflict(actor, reference, async () => {
    await decideAndNotify(
      { reference, to: "accepted", version, specialityId, syllabusId, tell },
      actor,
      new Date(),
    );
    return { redirect: await getNextAddress(session, reference, intent === "next") };
  });
});

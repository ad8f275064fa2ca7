"use server";

import { getControlName } from "@/app/[locale]/_lib/parse-form";
import { parseDecisionForm, parseVersion } from "@/app/[locale]/desk/_lib/parse-decision-form";
import {
  getDecisionAddress,
  getListQuery,
  getPageAddress,
  getSubjectId,
} from "@/app/[locale]/desk/_lib/session";
import { runAsStaff, runOnEnrollment } from "@/app/[locale]/desk/_lib/staff-action";
import type { ActionState, FormAction } from "@/components/forms/action-state";
import { confirmPlaceForFamily } from "@/lib/decisions/confirmations/verbs";
import { closeQuestion } from "@/lib/decisions/questions/verbs";
import { decideAndNotify, markNotDuplicate, settleDisagreement } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { answerCorrectionRequest } from "@/lib/desk/correction/verbs";
import { undoCorrection } from "@/lib/desk/history/verbs";
import { addLabel, addNote, removeLabel } from "@/lib/desk/labels/verbs";
import { correctAndResend, markGuardian } from "@/lib/desk/record/verbs";
import { hasReadReceipt } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";
import { getNextAddress } from "./next-address";
import { orStale } from "./or-stale";

/** Accepts by one press for the place that the page named, once this session has seen today what is sent (desk 11, 36). */
export const acceptAction: FormAction = async (_, form) =>
  runAsStaff(form, async (session) => {
    const { actor } = session;
    const reference = await getSubjectId();
    if (!hasReadReceipt(session, "accepted", await getSchoolToday()))
      return { goTo: await getDecisionAddress(reference, await getListQuery(), "accepted") };
    const { intent, version, specialityId, syllabusId, tell } = parseDecisionForm(form);
    return orStale(actor, reference, async () => {
      await decideAndNotify(
        { reference, to: "accepted", version, specialityId, syllabusId, tell },
        actor,
        new Date(),
      );
      return { goTo: await getNextAddress(session, reference, intent === "next") };
    });
  });

export const addNoteAction: FormAction = async (_, form) => runOnEnrollment(form, addNote, "noted");

export const addLabelAction: FormAction = async (_, form) => runOnEnrollment(form, addLabel, "labelled");

export const removeLabelAction: FormAction = async (_, form) =>
  runOnEnrollment(form, removeLabel, "unlabelled");

/** Records how a disagreement of the guardians was settled. */
export const settleDisagreementAction: FormAction = async (_, form) =>
  runOnEnrollment(form, settleDisagreement, "settled");

/** Two of one name and birth date are two, or perhaps the same after all (desk 39). */
export const markNotDuplicateAction: FormAction = async (_, form) =>
  runOnEnrollment(form, markNotDuplicate, (two) => (two ? "twoPeople" : "perhapsSame"));

/** A question's answer was read, or it is no longer asked. */
export const closeQuestionAction: FormAction = async (_, form) =>
  runOnEnrollment(form, closeQuestion, "questionClosed");

/** Corrects answers back to what they were. */
export const undoCorrectionAction: FormAction = async (_, form) =>
  runOnEnrollment(form, undoCorrection, ({ asked }) => (asked ? "asked" : "corrected"));

/** Does what a family asks to have corrected. */
export const acceptCorrectionAction: FormAction = async (_, form) =>
  runOnEnrollment(form, answerCorrectionRequest, "correction");

/** Answers it in words, which the family reads in its account. */
export async function answerCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  if (!form.has(getControlName(form, "answer"))) form.set("answer", "");
  return runOnEnrollment(form, answerCorrectionRequest, "correction");
}

/** Keeps a guardian apart from the other one, or no longer (desk 13). */
export const markGuardianAction: FormAction = async (_, form) =>
  runOnEnrollment(form, markGuardian, (apart) => (apart ? "keptApart" : "toldAgain"));

/** Corrects an address, if it is another one, and sends its message again (desk 17). */
export const resendMailAction: FormAction = async (_, form) =>
  runOnEnrollment(form, correctAndResend, (outcome) => outcome);

/** The family keeps its place, and has told somebody of the desk. */
export const confirmPlaceForFamilyAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const reference = await getSubjectId();
    return orStale(actor, reference, async () => {
      await confirmPlaceForFamily({ reference, version: parseVersion(form) }, actor);
      return { goTo: await getPageAddress({ said: "placeKept" }) };
    });
  });

/** Counts only of an enrollment that still stands as the page showed it. */
export const undoDecisionAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const reference = await getSubjectId();
    return orStale(actor, reference, async () => {
      await undoDecision({ reference, version: parseVersion(form) }, actor);
      return { goTo: await getPageAddress({ said: "undone" }) };
    });
  });

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

/** One click for the displayed place; only if this session saw the mail today (desk 11, 36). */
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

export const settleDisagreementAction: FormAction = async (_, form) =>
  runOnEnrollment(form, settleDisagreement, "settled");

/** Also undoes it (desk 39). */
export const markNotDuplicateAction: FormAction = async (_, form) =>
  runOnEnrollment(form, markNotDuplicate, (two) => (two ? "twoPeople" : "perhapsSame"));

/** The answer was read, or the question is withdrawn. */
export const closeQuestionAction: FormAction = async (_, form) =>
  runOnEnrollment(form, closeQuestion, "questionClosed");

/** Restores the previous answers. */
export const undoCorrectionAction: FormAction = async (_, form) =>
  runOnEnrollment(form, undoCorrection, ({ asked }) => (asked ? "asked" : "corrected"));

export const acceptCorrectionAction: FormAction = async (_, form) =>
  runOnEnrollment(form, answerCorrectionRequest, "correction");

/** The family reads the answer in its account. */
export async function answerCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  if (!form.has(getControlName(form, "answer"))) form.set("answer", "");
  return runOnEnrollment(form, answerCorrectionRequest, "correction");
}

/** Sets or removes the mark (desk 13). */
export const markGuardianAction: FormAction = async (_, form) =>
  runOnEnrollment(form, markGuardian, (apart) => (apart ? "keptApart" : "toldAgain"));

/** Corrects the address and sends the message again (desk 17). */
export const resendMailAction: FormAction = async (_, form) =>
  runOnEnrollment(form, correctAndResend, (outcome) => outcome);

/** Confirmed by telephone. */
export const confirmPlaceForFamilyAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const reference = await getSubjectId();
    return orStale(actor, reference, async () => {
      await confirmPlaceForFamily({ reference, version: parseVersion(form) }, actor);
      return { goTo: await getPageAddress({ said: "placeKept" }) };
    });
  });

/** Only if the enrollment has not changed since the page was rendered. */
export const undoDecisionAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const reference = await getSubjectId();
    return orStale(actor, reference, async () => {
      await undoDecision({ reference, version: parseVersion(form) }, actor);
      return { goTo: await getPageAddress({ said: "undone" }) };
    });
  });

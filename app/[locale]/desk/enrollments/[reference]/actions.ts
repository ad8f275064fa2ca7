"use server";

import { asStaff, doHere } from "@/app/[locale]/desk/act";
import { readDecision, versionOf } from "@/app/[locale]/desk/decision-form";
import { aboutHere, decideHere, listHere, ownAddress } from "@/app/[locale]/desk/session";
import { controlOf } from "@/app/[locale]/read-form";
import type { ActionState, FormAction } from "@/components/action/action-state";
import { confirmPlaceForFamily } from "@/lib/decisions/confirmations/verbs";
import { decideAndNotify, markNotDuplicate, settleDisagreement } from "@/lib/decisions/verbs";
import { closeQuestion } from "@/lib/decisions/questions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { answerCorrectionRequest } from "@/lib/desk/correction/verbs";
import { correctAndResend, markGuardian } from "@/lib/desk/record/verbs";
import { addLabel, addNote, removeLabel } from "@/lib/desk/labels/verbs";
import { hasReadReceipt } from "@/lib/people/staff/sessions";
import { getSchoolToday } from "@/lib/school/settings";
import { afterDeciding } from "./after-deciding";
import { orStale } from "./or-stale";

/** Accepts by one press for the place that the page named, once this session has seen today what is sent (desk 11, 36). */
export const acceptAction: FormAction = async (_, form) =>
  asStaff(form, async (session) => {
    const { actor } = session;
    const reference = await aboutHere();
    if (!hasReadReceipt(session, "accepted", await getSchoolToday()))
      return { goTo: await decideHere(reference, await listHere(), "accepted") };
    const { intent, version, specialityId, syllabusId, tell } = readDecision(form);
    return orStale(actor, reference, async () => {
      await decideAndNotify({ reference, to: "accepted", version, specialityId, syllabusId, tell }, actor, new Date());
      return { goTo: await afterDeciding(session, reference, intent === "next") };
    });
  });

export const addNoteAction: FormAction = async (_, form) => doHere(form, addNote, "noted");

export const addLabelAction: FormAction = async (_, form) => doHere(form, addLabel, "labelled");

export const removeLabelAction: FormAction = async (_, form) => doHere(form, removeLabel, "unlabelled");

/** Records how a disagreement of the guardians was settled. */
export const settleAction: FormAction = async (_, form) => doHere(form, settleDisagreement, "settled");

/** Two of one name and birth date are two, or perhaps the same after all (desk 39). */
export const twoPeopleAction: FormAction = async (_, form) =>
  doHere(form, markNotDuplicate, (two) => (two ? "twoPeople" : "perhapsSame"));

/** A question's answer was read, or it is no longer asked. */
export const closeQuestionAction: FormAction = async (_, form) =>
  doHere(form, closeQuestion, "questionClosed");

/** Does what a family asks to have corrected. */
export const acceptCorrectionAction: FormAction = async (_, form) =>
  doHere(form, answerCorrectionRequest, "correction");

/** Answers it in words, which the family reads in its account. */
export async function answerCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  if (!form.has(controlOf(form, "answer"))) form.set("answer", "");
  return doHere(form, answerCorrectionRequest, "correction");
}

/** Keeps a guardian apart from the other one, or no longer (desk 13). */
export const markAction: FormAction = async (_, form) =>
  doHere(form, markGuardian, (apart) => (apart ? "keptApart" : "toldAgain"));

/** Corrects an address, if it is another one, and sends its message again (desk 17). */
export const resendAction: FormAction = async (_, form) =>
  doHere(form, correctAndResend, (outcome) => outcome);

/** The family keeps its place, and has told somebody of the desk. */
export const keepPlaceAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const reference = await aboutHere();
    return orStale(actor, reference, async () => {
      await confirmPlaceForFamily({ reference, version: versionOf(form) }, actor);
      return { goTo: await ownAddress({ said: "placeKept" }) };
    });
  });

/** Counts only of an enrollment that still stands as the page showed it. */
export const undoAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const reference = await aboutHere();
    return orStale(actor, reference, async () => {
      await undoDecision({ reference, version: versionOf(form) }, actor);
      return { goTo: await ownAddress({ said: "undone" }) };
    });
  });

"use server";

import { getTranslations } from "next-intl/server";
import { asStaff } from "@/app/[locale]/desk/act";
import { versionOf } from "@/app/[locale]/desk/decision-form";
import { field } from "@/app/[locale]/desk/form-field";
import { ownAddress, ownPath } from "@/app/[locale]/desk/session";
import type { ActionState } from "@/components/action/action-state";
import { settleDisagreement } from "@/lib/decisions/disagreements";
import { undoDecision } from "@/lib/decisions/undo";
import { settleCorrection } from "@/lib/enrollment/correct/corrections";
import { markGuardian } from "@/lib/enrollment/mark-guardian";
import { addLabel, addNote, removeLabel } from "@/lib/enrollment/notes";
import { correctAndResend } from "@/lib/enrollment/resend";
import type { Actor } from "@/lib/people/staff/rights";
import { orRefused } from "./decision-refused";

export async function addNoteAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const issue = await addNote(actor, await referenceHere(), field(form, "note"));
    if (issue) return { problems: [{ field: "note", words: t(`note_${issue}`) }] };
    return { goTo: await ownAddress({ said: "noted" }) };
  });
}

export async function addLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const issue = await addLabel(actor, await referenceHere(), field(form, "label"));
    if (issue) return { problems: [{ field: "label", words: t(`label_${issue}`) }] };
    return { goTo: await ownAddress({ said: "labelled" }) };
  });
}

export async function removeLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    await removeLabel(actor, await referenceHere(), field(form, "id"));
    return { goTo: await ownAddress({ said: "unlabelled" }) };
  });
}

/** Records how a disagreement of the guardians was settled. */
export async function settleAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const id = field(form, "disagreement");
    const settlement = field(form, `settlement-${id}`);
    const issue = await settleDisagreement(
      { reference: await referenceHere(), id, settlement },
      actor,
      new Date(),
    );
    if (issue) return { problems: [{ field: `settlement-${id}`, words: t(`settlement_${issue}`) }] };
    return { goTo: await ownAddress({ said: "settled" }) };
  });
}

/** Does what a family asks to have corrected. */
export async function acceptCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  return settleCorrectionHere(form, () => undefined);
}

/** Answers it in words, which the family reads in its account. */
export async function answerCorrectionAction(_: ActionState, form: FormData): Promise<ActionState> {
  return settleCorrectionHere(form, (id) => field(form, `answer-${id}`));
}

async function settleCorrectionHere(form: FormData, answerOf: (id: string) => string | undefined) {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const id = field(form, "correction");
    const answer = answerOf(id);
    const issue = await settleCorrection(actor, { reference: await referenceHere(), id, answer }, new Date());
    if (issue) return { problems: [{ field: `answer-${id}`, words: t(`correction_${issue}`) }] };
    return { goTo: await ownAddress({ said: "correction" }) };
  });
}

/** Keeps a guardian apart from the other one, or no longer (desk 13). */
export async function markAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const guardianId = field(form, "guardian");
    const apart = field(form, "apart") === "yes";
    const reason = field(form, `reason-${guardianId}`);
    const issue = await markGuardian(actor, { reference: await referenceHere(), guardianId, apart, reason });
    if (issue) return { problems: [{ field: `reason-${guardianId}`, words: t(`mark_${issue}`) }] };
    return { goTo: await ownAddress({ said: apart ? "keptApart" : "toldAgain" }) };
  });
}

/** Corrects an address, if it is another one, and sends its message again (desk 17). */
export async function resendAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const id = field(form, "message");
    const email = field(form, `email-${id}`);
    const outcome = await correctAndResend(actor, await referenceHere(), id, email, new Date());
    if ("done" in outcome) return { goTo: await ownAddress({ said: outcome.done }) };
    const words =
      outcome.refused === "taken"
        ? t("resend_taken", { reference: outcome.reference ?? "–" })
        : t(`resend_${outcome.refused}`);
    return { problems: [{ field: `email-${id}`, words }] };
  });
}

/** The enrollment on whose page the form stands. */
async function referenceHere(): Promise<string> {
  return (await ownPath()).split("/")[3] ?? "";
}

export async function undoAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onEnrollment(form, "undone", (actor, reference, version) =>
    undoDecision({ reference, version }, actor, new Date()),
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

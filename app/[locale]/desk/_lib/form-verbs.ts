import type { Messages } from "next-intl";
import type { z } from "zod";
import type { ActionState } from "@/components/forms/action-state";
import { closeRound, publishFinal, publishProvisional, revertRound } from "@/lib/admission/board/verbs";
import { answerObjection, checkClaim } from "@/lib/admission/claims/verbs";
import { enterDrawNumber, freezeRound, voidDraw } from "@/lib/admission/draw/verbs";
import { moveEntry, undoMove } from "@/lib/admission/moves/verbs";
import { choosePointsFormat, discardRound, openRound, withdrawRound } from "@/lib/admission/plan/verbs";
import { stopRenewal } from "@/lib/admission/renewal/verbs";
import { confirmPlaceForFamily } from "@/lib/decisions/confirmations/verbs";
import { askFamily, closeQuestion, previewQuestion } from "@/lib/decisions/questions/verbs";
import { markNotDuplicate, settleDisagreement } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { includeDuplicate } from "@/lib/desk/bulk/schema";
import { startBulk, undoBulk } from "@/lib/desk/bulk/verbs";
import { answerCorrectionRequest } from "@/lib/desk/correction/verbs";
import { eraseForRequest, recordRequest, settleRequest } from "@/lib/desk/data/verbs";
import {
  addEndpoint,
  pingEndpoint,
  removeEndpoint,
  replayEndpointEvents,
  rotateEndpointSecret,
} from "@/lib/desk/endpoints/verbs";
import { undoCorrection } from "@/lib/desk/history/verbs";
import { changeKey, createKey, emptySandbox, endOverlap, revokeKey, rotateKey } from "@/lib/desk/keys/verbs";
import {
  addLabel,
  addNote,
  mergeLabels,
  removeLabel,
  renameLabel,
  retireLabel,
} from "@/lib/desk/labels/verbs";
import { getBulkUrl, getEnrollmentUrl } from "@/lib/desk/list/filters";
import { deleteView, saveView } from "@/lib/desk/list/verbs";
import { removeSuppression, setMailPause } from "@/lib/desk/mail/verbs";
import { changeReason, retireReason } from "@/lib/desk/reasons/verbs";
import { correctAndResend, markGuardian } from "@/lib/desk/record/verbs";
import { confirmLegalTexts, deleteTestData, removeDemo } from "@/lib/desk/setup/verbs";
import { changeLegalTexts, changeMailText } from "@/lib/desk/texts/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { changeRole, inviteMember, removeMember, resetFactor, setShortcuts } from "@/lib/people/staff/verbs";
import type { Verb } from "@/lib/people/verb";
import { getMailTextPreviews } from "./mail-text-preview";
import { toPreviewMail } from "./preview-mails";
import { getListQuery } from "./session";

/** A message (`said`) on the form's page, another address, or the form's new state. */
type Next = string | ActionState;

/** A `Next` that depends on nothing: a key of `desk.said`, or an address. */
type FixedNext = keyof Messages["desk"]["said"] | `/${string}`;

type Options<Input = unknown> = {
  /** The result of the button `intent=look`, which saves nothing. */
  preview?: (input: Input, actor: Actor) => Promise<ActionState>;
  /** Fields that are optional for other callers; from a form, a missing one is an invalid one. */
  required?: string[];
  /** Values that the form cannot choose. */
  fixed?: Record<string, unknown>;
  /** Where to go, by error code, when another user was faster and the form is no longer on its page (desk 12). */
  onConflict?: Record<string, string | ((subject: string) => string)>;
  /** On a version conflict, show who changed the enrollment and how (desk 12). */
  explain?: boolean;
};

type FormVerb = Options & {
  verb: Verb<z.ZodObject>;
  next: (result: unknown, input: unknown, form: FormData) => Next | Promise<Next>;
};

/** A verb that forms may call, and the page that follows. */
const form = <S extends z.ZodObject, R>(
  verb: Verb<S, R>,
  next: FixedNext | ((result: R, input: z.input<S>, form: FormData) => Next | Promise<Next>),
  options: Options<z.input<S>> = {},
): FormVerb =>
  ({ ...options, verb, next: typeof next === "string" ? () => next : next }) as unknown as FormVerb;

const showLink = (link: string) => ({ secret: { link } });
const keyGone = { onConflict: { gone: "keyGone" } };
const endpointGone = {
  onConflict: {
    gone: (key: string) => `/desk/keys/${key}?said=endpointGone`,
    delivery_overtaken: "endpointSent",
  },
};
/** Back to the rounds of the year that the form names. */
const toRound =
  <R>(flash: string | ((result: R) => string)) =>
  (result: R, _: unknown, form: FormData) =>
    `/desk/round?${new URLSearchParams({
      year: String(form.get("year")),
      said: typeof flash === "string" ? flash : flash(result),
    })}`;
const toBulk = async (_: unknown, { bulk }: { bulk: string }) => getBulkUrl(bulk, await getListQuery());
const DRAW_FLASHES = { first: "roundTyped", drawn: "roundDrawn", differ: "roundDiffer" };
const roundStep = toRound("roundStep");
const version = { required: ["version"], explain: true };

/** Verbs that forms of the desk may call, by name; all others are refused. */
export const formVerbs = {
  access_noted: form(recordRequest, (id) => `/desk/data/${id}`),
  address_lifted: form(removeSuppression, "addressLifted", { onConflict: { gone: "addressGone" } }),
  bulk_duplicate_included: form(includeDuplicate, async (_, { bulk }) =>
    getBulkUrl(bulk, await getListQuery(), { below: "/check" }),
  ),
  bulk_started: form(startBulk, toBulk, { required: ["version"] }),
  bulk_undone: form(undoBulk, toBulk),
  correction_declined: form(answerCorrectionRequest, "correction"),
  correction_undone: form(undoCorrection, ({ isPending }) => (isPending ? "asked" : "corrected")),
  decision_undone: form(undoDecision, "undone", version),
  demo_removed: form(removeDemo, "demoRemoved", { fixed: { enrollments: "made_up" } }),
  disagreement_settled: form(settleDisagreement, "settled"),
  draw_typed: form(
    enterDrawNumber,
    toRound((outcome: keyof typeof DRAW_FLASHES) => DRAW_FLASHES[outcome]),
  ),
  draw_voided: form(voidDraw, toRound("roundBack")),
  endpoint_made: form(addEndpoint, showLink, keyGone),
  endpoint_pinged: form(pingEndpoint, "endpointPinged", endpointGone),
  endpoint_removed: form(removeEndpoint, (key) => `/desk/keys/${key}?said=endpointRemoved`, endpointGone),
  endpoint_renewed: form(rotateEndpointSecret, showLink, endpointGone),
  endpoint_replayed: form(
    replayEndpointEvents,
    (replayed) => (replayed > 0 ? "endpointReplayed" : "endpointNothing"),
    endpointGone,
  ),
  erased: form(eraseForRequest, (erased) => `/desk/data${erased ? "?said=erased" : ""}`),
  family_asked: form(
    askFamily,
    async (_, { reference }) =>
      getEnrollmentUrl(reference, await getListQuery(), { query: { said: "familyAsked" } }),
    {
      preview: async (input, actor) => ({
        preview: [await toPreviewMail(await previewQuestion(input, actor, new Date()))],
      }),
    },
  ),
  guardian_kept_apart: form(markGuardian, (apart) => (apart ? "keptApart" : "toldAgain")),
  key_changed: form(changeKey, "keyChanged", keyGone),
  key_made: form(createKey, showLink),
  key_overlap_ended: form(endOverlap, "keyOverlapEnded", keyGone),
  key_renewed: form(rotateKey, showLink, keyGone),
  key_stopped: form(revokeKey, "keyStopped", keyGone),
  label_renamed: form(renameLabel, "label_renamed"),
  label_retired: form(retireLabel, "label_retired"),
  labelled: form(addLabel, "labelled"),
  labels_merged: form(mergeLabels, "labels_merged"),
  legal_text_imported: form(changeLegalTexts, "/desk/texts?said=text", {
    preview: async () => ({}), // below each text
    fixed: { dryRun: false },
  }),
  legal_texts_kept: form(confirmLegalTexts, "/desk/setup?said=textsKept"),
  mail_paused: form(setMailPause, (_, { paused }) => (paused === "yes" ? "mailPaused" : "mailGoesOn")),
  mail_sentence_changed: form(changeMailText, "/desk/texts?said=text", {
    preview: async (input) => ({ preview: await getMailTextPreviews(input) }),
  }),
  merit_checked: form(checkClaim, (_, { mark }) => (mark === undefined ? "meritChecked" : "markSaved"), {
    required: ["was"],
  }),
  noted: form(addNote, "noted"),
  objection_answered: form(answerObjection, toRound("objectionAnswered")),
  place_kept: form(confirmPlaceForFamily, "placeKept", version),
  question_closed: form(closeQuestion, "questionClosed"),
  reason_changed: form(changeReason, "/desk/texts?said=text"),
  reason_retired: form(retireReason, "/desk/texts?said=reasonRetired"),
  renewal_stopped: form(stopRenewal, "renewalStopped"),
  request_done: form(settleRequest, (settled) => `/desk/data${settled ? "?said=requestSettled" : ""}`),
  round_changed: form(choosePointsFormat, roundStep),
  round_closed: form(closeRound, roundStep),
  round_discarded: form(discardRound, toRound("roundDiscarded")),
  round_final: form(publishFinal, roundStep),
  round_frozen: form(freezeRound, roundStep),
  round_move_undone: form(undoMove, toRound("roundMoveUndone")),
  round_moved: form(moveEntry, toRound("roundMoved")),
  round_opened: form(openRound, roundStep),
  round_provisional: form(publishProvisional, roundStep),
  round_taken_back: form(revertRound, toRound("roundBack")),
  round_withdrawn: form(withdrawRound, toRound("roundWithdrawn")),
  said_two_people: form(markNotDuplicate, (two) => (two ? "twoPeople" : "perhapsSame")),
  sandbox_emptied: form(emptySandbox, "sandboxEmptied", keyGone),
  sent_again: form(correctAndResend, (outcome) => outcome),
  shortcuts_turned: form(setShortcuts, (on) => (on === "yes" ? "keysOn" : "keysOff")),
  staff_factor_reset: form(resetFactor, "factor_reset"),
  staff_invited: form(inviteMember, (link, { email }) => ({ secret: { email, link } })),
  staff_removed: form(removeMember, "removed"),
  staff_role_changed: form(changeRole, "role_changed"),
  test_data_forgotten: form(deleteTestData, "testDataForgotten"),
  unlabelled: form(removeLabel, "unlabelled", { required: ["id"] }),
  view_dropped: form(deleteView, "viewDropped"),
  view_saved: form(saveView, "viewSaved"),
};

export type FormVerbName = keyof typeof formVerbs;

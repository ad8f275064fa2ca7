"use server";

import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { getPageAddress } from "@/app/[locale]/desk/_lib/session";
import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { closeRound, publishFinal, publishProvisional, revertRound } from "@/lib/admission/board/verbs";
import { answerObjection, checkClaim } from "@/lib/admission/claims/verbs";
import { enterDrawNumber, freezeRound, voidDraw } from "@/lib/admission/draw/verbs";
import { moveEntry, undoMove } from "@/lib/admission/moves/verbs";
import {
  changeRound,
  choosePointsFormat,
  discardRound,
  openRound,
  planRound,
  withdrawRound,
} from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { parsePlaceValue } from "./move/place-value";
import { toCriteria } from "./plan-criteria";
import {
  claimCheckSchema,
  drawNumberSchema,
  moveSchema,
  objectionAnswerSchema,
  planSchema,
  pointsFormatSchema,
  roundStepSchema,
  shownRoundSchema,
  stepBackSchema,
  testScoreSchema,
} from "./round-schemas";

const here = (year: string | number, said: string) => ({ goTo: `/desk/round?year=${year}&said=${said}` });

/** Possible until the list is frozen. */
export const planRoundAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const sent = parseForm(form, planSchema);
    const { year, code, version, reason, round, name, method } = sent;
    const { meritsBy, drawOn, objectionsBy, answerBy, listedUntil } = sent;
    const before = code ? await findRound(code) : null;
    const plan = {
      name,
      method,
      meritsBy,
      drawOn,
      objectionsBy,
      answerBy,
      listedUntil,
      criteria: toCriteria(sent, before?.criteria ?? []),
      leftOut: sent.leftOut.map(parsePlaceValue),
    };
    if (!code) {
      await planRound({ year, round, ...plan }, actor);
      return here(year, "roundPlanned");
    }
    await changeRound({ code, version, reason, ...(round && { round }), ...plan }, actor);
    return here(year, "roundCorrected");
  });

export const discardRoundAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, ...sent } = parseForm(form, shownRoundSchema);
    await discardRound(sent, actor);
    return here(year, "roundDiscarded");
  });

export const withdrawRoundAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, ...sent } = parseForm(form, stepBackSchema);
    await withdrawRound(sent, actor);
    return here(year, "roundWithdrawn");
  });

const taken = {
  open: openRound,
  freeze: freezeRound,
  provisional: publishProvisional,
  final: publishFinal,
  close: closeRound,
};

export const choosePointsFormatAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, ...sent } = parseForm(form, pointsFormatSchema);
    await choosePointsFormat(sent, actor);
    return here(year, "roundStep");
  });

export const advanceRoundAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { step, year, ...shown } = parseForm(form, roundStepSchema);
    await taken[step](shown, actor);
    return here(year, "roundStep");
  });

/** Entered by two people. */
export const enterDrawNumberAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, ...sent } = parseForm(form, drawNumberSchema);
    const said = { first: "roundTyped", drawn: "roundDrawn", differ: "roundDiffer" } as const;
    return here(year, said[await enterDrawNumber(sent, actor)]);
  });

/** The reason is published. */
export const stepBackAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, ...sent } = parseForm(form, stepBackSchema);
    const isDrawn = (await findRound(sent.code))?.state === "drawn";
    await (isDrawn ? voidDraw : revertRound)(sent, actor);
    return here(year, "roundBack");
  });

export const checkClaimAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    await checkClaim(parseForm(form, claimCheckSchema), actor);
    return { goTo: await getPageAddress({ said: "meritChecked" }) };
  });

/** Replaces an earlier score. */
export const saveTestScoreAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    await checkClaim({ ...parseForm(form, testScoreSchema), state: "checked" }, actor);
    return { goTo: await getPageAddress({ said: "markSaved" }) };
  });

/** Moves an enrollment, or undoes the move. */
export const moveEntryAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, to, reason, undo, ...sent } = parseForm(form, moveSchema);
    if (undo) await undoMove(sent, actor);
    else await moveEntry({ ...sent, reason, ...parsePlaceValue(to) }, actor);
    return here(year, undo ? "roundMoveUndone" : "roundMoved");
  });

export const answerObjectionAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const { year, upheld, ...sent } = parseForm(form, objectionAnswerSchema);
    await answerObjection({ ...sent, upheld: upheld === "yes" }, actor);
    return here(year, "objectionAnswered");
  });

"use server";

import { read } from "@/app/[locale]/read-form";
import type { FormAction } from "@/components/action/action-state";
import { enterDrawNumber, freezeRound, voidDraw } from "@/lib/admission/draw/verbs";
import { answerObjection, checkClaim } from "@/lib/admission/claims/verbs";
import {
  closeRound,
  moveEntry,
  publishFinal,
  publishProvisional,
  revertRound,
  undoMove,
} from "@/lib/admission/board/verbs";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { createAskedBeforeCriterion, createAgeCriterion, sharingCriterion, defaultCriteria } from "@/lib/admission/plan/usual-criteria";
import { asStaff } from "../act";
import { ownAddress } from "../session";
import { placeOf } from "./place-value";
import {
  backForm,
  markForm,
  meritForm,
  moveForm,
  objectionForm,
  planForm,
  pointsField,
  stepForm,
  typeForm,
} from "./schema";

const here = (year: string | number, said: string) => ({ goTo: `/desk/round?year=${year}&said=${said}` });

export const planAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, round, name, method, share, askedYears, ageFrom, ageUpTo, ...sent } = read(form, planForm);
    const { meritsBy, objectionsBy, answerBy, listedUntil } = sent;
    const worth: Record<string, unknown> = sent;
    const rows = [...defaultCriteria, createAskedBeforeCriterion(askedYears), createAgeCriterion(ageFrom, ageUpTo)];
    const criteria = rows.flatMap((row) => {
      const points = worth[pointsField(row.code)];
      return points ? [{ ...row, points: Number(points) }] : [];
    });
    const days = { meritsBy, objectionsBy, answerBy, listedUntil };
    const all = share === "yes" ? [...criteria, sharingCriterion] : criteria;
    await planRound({ year, round, name, method, ...days, criteria: all }, actor);
    return here(year, "roundPlanned");
  });

const taken = {
  open: openRound,
  freeze: freezeRound,
  provisional: publishProvisional,
  final: publishFinal,
  close: closeRound,
};

/** Takes a round on by one step. */
export const stepAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { step, year, ...shown } = read(form, stepForm);
    await taken[step](shown, actor);
    return here(year, "roundStep");
  });

/** The number of the draw, by the first of two or by the second. */
export const typeAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, ...sent } = read(form, typeForm);
    const said = { first: "roundTyped", drawn: "roundDrawn", differ: "roundDiffer" } as const;
    return here(year, said[await enterDrawNumber(sent, actor)]);
  });

/** A step back, with its reason. */
export const backAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, ...sent } = read(form, backForm);
    const isDrawn = (await findRound(sent.code))?.state === "drawn";
    await (isDrawn ? voidDraw : revertRound)(sent, actor);
    return here(year, "roundBack");
  });

export const meritAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    await checkClaim(read(form, meritForm), actor);
    return { goTo: await ownAddress({ said: "meritChecked" }) };
  });

/** A mark of a test: it stands from now on, or instead of the one before. */
export const markAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    await checkClaim({ ...read(form, markForm), state: "checked" }, actor);
    return { goTo: await ownAddress({ said: "markSaved" }) };
  });

/** Puts somebody elsewhere, or lets points and draw decide again. */
export const moveAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, to, reason, undo, ...sent } = read(form, moveForm);
    if (undo) await undoMove(sent, actor);
    else await moveEntry({ ...sent, reason, ...placeOf(to) }, actor);
    return here(year, undo ? "roundMoveUndone" : "roundMoved");
  });

export const objectionAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, upheld, ...sent } = read(form, objectionForm);
    await answerObjection({ ...sent, upheld: upheld === "yes" }, actor);
    return here(year, "objectionAnswered");
  });

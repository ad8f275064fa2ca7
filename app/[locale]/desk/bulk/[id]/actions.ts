"use server";

import { getTranslations } from "next-intl/server";
import { asStaff, inputOf } from "@/app/[locale]/desk/act";
import { readDecision, versionOf } from "@/app/[locale]/desk/decision-form";
import { aboutHere } from "@/app/[locale]/desk/session";
import { read } from "@/app/[locale]/read-form";
import type { ActionState, FormAction } from "@/components/action/action-state";
import { setBulkInput, includeDuplicate } from "@/lib/desk/bulk/schema";
import { selectEnrollments, startBulk, undoBulk } from "@/lib/desk/bulk/verbs";
import { kindForm } from "./schema";

/** Says what is to be done, and leads to the page that shows what that would be. */
export const chooseAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const bulk = await aboutHere();
    const { kind, ...said } = read(form, kindForm);
    if (!kind) return { goTo: `/desk/bulk/${bulk}` };
    await setBulkInput({ bulk, kind, ...said, ...readDecision(form) }, actor);
    return { goTo: `/desk/bulk/${bulk}/check` };
  });

export const includeAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const bulk = await aboutHere();
    await includeDuplicate(inputOf(form, includeDuplicate, { bulk }), actor);
    return { goTo: `/desk/bulk/${bulk}/check` };
  });

export const startAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const bulk = await aboutHere();
    await startBulk(inputOf(form, startBulk, { bulk, version: versionOf(form) }), actor);
    return { goTo: `/desk/bulk/${bulk}` };
  });

/** Chooses what a step on many left out, to be worked on by another. */
export async function leftOutAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const id = await selectEnrollments({ leftOutOf: await aboutHere() }, actor);
    return id ? { goTo: `/desk/bulk/${id}` } : { problems: [{ words: t("bulk_gone") }] };
  });
}

export const undoBulkAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const bulk = await aboutHere();
    await undoBulk({ bulk }, actor);
    return { goTo: `/desk/bulk/${bulk}` };
  });

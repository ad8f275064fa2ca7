"use server";

import { getLocale, getTranslations } from "next-intl/server";
import { asStaff } from "@/app/[locale]/desk/act";
import { placeOf, versionOf } from "@/app/[locale]/desk/decision-form";
import { field } from "@/app/[locale]/desk/form-field";
import { ownPath } from "@/app/[locale]/desk/session";
import type { ActionState } from "@/components/action/action-state";
import { tellings } from "@/lib/decisions/decide";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { refusalWords } from "@/lib/decisions/refusal-words";
import { bulkKinds, chooseBulk } from "@/lib/office/bulk/input";
import { selectBulk } from "@/lib/office/bulk/select";
import { findBulk } from "@/lib/office/bulk/show";
import { startBulk, undoBulk } from "@/lib/office/bulk/start";

/** Says what is to be done, and leads to the page that shows what that would be. */
export async function chooseAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const id = await idHere();
    const kind = bulkKinds.find((known) => known === field(form, "kind"));
    if (!kind) return { goTo: `/desk/bulk/${id}` };
    try {
      const issue = await chooseBulk(actor, id, kind, {
        ...placeOf(form),
        reason: field(form, "reason") || undefined,
        words: field(form, "words"),
        internalReason: field(form, "inside"),
        tell: tellings.find((telling) => telling === field(form, "tell")),
        label: field(form, "label"),
      });
      if (issue) return { problems: [{ field: "label", words: t(`label_${issue.label}`) }] };
    } catch (error) {
      if (!(error instanceof DecisionRefusal)) throw error;
      const about = error.code === "words_too_long" ? "words" : "reason";
      return { problems: [{ field: about, words: refusalWords(error, await getLocale()) }] };
    }
    return { goTo: `/desk/bulk/${id}/check` };
  });
}

export async function startAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async ({ actor }) => {
    const id = await idHere();
    const bulk = await findBulk(actor, id);
    if (!bulk) return { problems: [{ words: t("gone") }] };
    const start = { version: versionOf(form), typed: field(form, "typed") };
    const started = await startBulk(actor, bulk, start, new Date());
    if (started === "changed_meanwhile") return { problems: [{ words: t("begun") }] };
    if (started !== "started") return { problems: [{ field: "typed", words: t("countWrong", started) }] };
    return { goTo: `/desk/bulk/${id}` };
  });
}

/** Chooses what a step on many left out, to be worked on by another. */
export async function leftOutAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async ({ actor }) => {
    const id = await selectBulk(actor, { leftOutOf: await idHere() });
    return id ? { goTo: `/desk/bulk/${id}` } : { problems: [{ words: t("gone") }] };
  });
}

export async function undoBulkAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.bulk");
  return asStaff(form, async ({ actor }) => {
    const bulk = await findBulk(actor, await idHere());
    if (!bulk || !(await undoBulk(actor, bulk))) return { problems: [{ words: t("begun") }] };
    return { goTo: `/desk/bulk/${bulk.id}` };
  });
}

/** The bulk action on whose page the form stands. */
async function idHere(): Promise<string> {
  return (await ownPath()).split("/")[3] ?? "";
}

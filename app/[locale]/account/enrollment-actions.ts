"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { decideAsFamily } from "@/lib/decisions/family";
import { disagree } from "@/lib/family/disagree";
import { keepPlace } from "@/lib/family/keep-place";
import { asFamily, field } from "./act";

export async function withdrawAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    await decideAsFamily({ reference: field(form, "reference"), to: "withdrawn" }, personId, new Date());
    return { goTo: "/account?said=withdrawn" };
  });
}

export async function takeBackAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    await decideAsFamily({ reference: field(form, "reference"), to: "pending" }, personId, new Date());
    return { goTo: "/account?said=takenBack" };
  });
}

export async function keepPlaceAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    await keepPlace(personId, field(form, "reference"), new Date());
    return { goTo: "/account?said=kept" };
  });
}

/** The other guardian does not decide: their words go to the school. */
export async function disagreeAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("account.disagree");
  return asFamily(form, async (personId) => {
    const issue = await disagree(personId, field(form, "reference"), field(form, "words"), new Date());
    if (issue) return { problems: [{ field: "words", words: t(issue) }] };
    return { goTo: "/account?said=disagreed" };
  });
}

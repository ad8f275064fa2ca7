"use server";

import { getLocale } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import type { Locale } from "@/lib/i18n/locales";
import { endOtherSessions } from "@/lib/people/accounts/sessions";
import { askErasure, takeBackErasure } from "@/lib/privacy/requests";
import { asFamily } from "./act";
import { sessionToken } from "./session-cookie";

export async function askErasureAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    await askErasure(personId, (await getLocale()) as Locale, new Date());
    return { goTo: "/account/data?said=erasure" };
  });
}

export async function takeBackErasureAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    const isBack = await takeBackErasure(personId, new Date());
    return { goTo: `/account/data${isBack ? "?said=erasureBack" : ""}` };
  });
}

export async function endOthersAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asFamily(form, async (personId) => {
    await endOtherSessions(personId, (await sessionToken()) ?? "");
    return { goTo: "/account/data?said=ended" };
  });
}

"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { readSessionToken } from "@/app/[locale]/(account)/_lib/session";
import { endOtherSessions } from "@/lib/people/accounts/sessions";
import { requestErasure, withdrawErasureRequest } from "@/lib/privacy/verbs";

const nothing = z.object({});

export const requestErasureAction = createAccountAction(nothing, async (personId) => {
  await requestErasure(personId, await getLocale(), new Date());
  return { goTo: "/account/data?said=erasure" };
});

export const withdrawErasureRequestAction = createAccountAction(nothing, async (personId) => {
  const isBack = await withdrawErasureRequest(personId, new Date());
  return { goTo: `/account/data${isBack ? "?said=erasureBack" : ""}` };
});

export const endOtherSessionsAction = createAccountAction(nothing, async (personId) => {
  await endOtherSessions(personId, (await readSessionToken()) ?? "", new Date());
  return { goTo: "/account/data?said=ended" };
});

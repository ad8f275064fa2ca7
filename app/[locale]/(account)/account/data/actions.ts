"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import { createAccountAction } from "@/app/[locale]/(account)/_lib/form-action";
import { readSessionToken } from "@/app/[locale]/(account)/_lib/session";
import { endOtherSessions } from "@/lib/people/accounts/sessions";
import { requestErasure, withdrawErasureRequest } from "@/lib/privacy/verbs";

const emptySchema = z.object({});

export const requestErasureAction = createAccountAction(emptySchema, async (personId) => {
  await requestErasure(personId, await getLocale(), new Date());
  return { redirect: "/account/data?said=erasure" };
});

export const withdrawErasureRequestAction = createAccountAction(emptySchema, async (personId) => {
  const isWithdrawn = await withdrawErasureRequest(personId, new Date());
  return { redirect: `/account/data${isWithdrawn ? "?said=erasureBack" : ""}` };
});

export const endOtherSessionsAction = createAccountAction(emptySchema, async (personId) => {
  await endOtherSessions(personId, (await readSessionToken()) ?? "", new Date());
  return { redirect: "/account/data?said=ended" };
});

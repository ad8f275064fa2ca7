"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import type { Locale } from "@/lib/i18n/locales";
import { endOtherSessions } from "@/lib/people/accounts/sessions";
import { requestErasure, withdrawErasureRequest } from "@/lib/privacy/verbs";
import { asFamily } from "../act";
import { sessionToken } from "../session-cookie";

const nothing = z.object({});

export const askErasureAction = asFamily(nothing, async (personId) => {
  await requestErasure(personId, (await getLocale()) as Locale, new Date());
  return { goTo: "/account/data?said=erasure" };
});

export const takeBackErasureAction = asFamily(nothing, async (personId) => {
  const isBack = await withdrawErasureRequest(personId, new Date());
  return { goTo: `/account/data${isBack ? "?said=erasureBack" : ""}` };
});

export const endOthersAction = asFamily(nothing, async (personId) => {
  await endOtherSessions(personId, (await sessionToken()) ?? "", new Date());
  return { goTo: "/account/data?said=ended" };
});

"use server";

import { z } from "zod";
import { disown } from "@/lib/family/not-me/verbs";
import { asButton, text } from "../../../account/act";

/** "This was not me"; what could not be done is said where it was asked for. */
export const notMeAction = asButton(z.object({ token: text }), async ({ token }) => {
  const outcome = await disown(token, new Date());
  if (outcome === "done") return "/account-setup/answered";
  return `/account-setup/${encodeURIComponent(token)}/not-me`;
});

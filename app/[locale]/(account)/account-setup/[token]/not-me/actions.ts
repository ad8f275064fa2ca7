"use server";

import { z } from "zod";
import { createButtonAction, optionalText } from "@/app/[locale]/(account)/_lib/form-action";
import { disown } from "@/lib/family/not-me/verbs";

/** "This was not me"; what could not be done is said where it was asked for. */
export const notMeAction = createButtonAction(z.object({ token: optionalText }), async ({ token }) => {
  const outcome = await disown(token, new Date());
  if (outcome === "done") return "/account-setup/answered";
  return `/account-setup/${encodeURIComponent(token)}/not-me`;
});

"use server";

import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { createButtonAction } from "@/app/[locale]/(account)/_lib/form-action";
import { disown } from "@/lib/family/not-me/verbs";

/** Errors are shown on the page of the link. */
export const notMeAction = createButtonAction(z.object({ token: optionalText }), async ({ token }) => {
  const outcome = await disown(token, new Date());
  if (outcome === "done") return "/account-setup/answered";
  return `/account-setup/${encodeURIComponent(token)}/not-me`;
});

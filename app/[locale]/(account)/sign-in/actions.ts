"use server";

import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { signIn } from "@/lib/people/accounts/verbs";
import { DomainError } from "@/lib/people/verb";
import { isStep } from "@/lib/wizard/steps";
import { createPublicAction } from "../_lib/form-action";
import { readDeviceCookie, setSessionCookies } from "../_lib/session";

const credentials = z.object({
  email: z.string("required").trim().min(1, "required"),
  password: z.string("required").min(1, "required"),
  onward: optionalText,
});

export const signInAction = createPublicAction(credentials, async ({ email, password, onward }) => {
  const [address, device] = [await getClientAddress(), await readDeviceCookie()];
  const result = await signIn({ email, password, address, device }, new Date());
  if ("refused" in result) throw new DomainError({ code: result.refused });
  await setSessionCookies(result.session);
  return { redirect: getReturnPath(onward) };
});

/** Allows only known targets. */
function getReturnPath(onward: string): string {
  if (isStep(onward)) return `/enroll/${onward}`;
  return onward === "enroll" ? "/enroll" : "/account";
}

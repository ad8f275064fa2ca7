"use server";

import { z } from "zod";
import { getClientAddress } from "@/app/[locale]/_lib/client-address";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { signIn } from "@/lib/people/accounts/verbs";
import { DomainError } from "@/lib/people/verb";
import { createPublicAction } from "../_lib/form-action";
import { readDeviceCookie, setSessionCookies } from "../_lib/session";
import { getReturnPath } from "./return-path";

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

"use server";

import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import {
  deleteDeskCookie,
  getReturnAddress,
  readDeskCookie,
  redirectTo,
  setDeskCookie,
} from "@/app/[locale]/desk/_lib/session";
import { createSignInAction, getClient } from "@/app/[locale]/desk/_lib/staff-action";
import { endStaffSession } from "@/lib/people/staff/sessions";
import { signInStaff } from "@/lib/people/staff/sign-in/verbs";
import { DomainError } from "@/lib/people/verb";

const signInSchema = z.object({
  email: z.string("required").trim().min(1, "required"),
  password: z.string("required").min(1, "required"),
  to: z.string().optional(),
});

export const signInAction = createSignInAction(async (form) => {
  const { to, ...input } = parseForm(form, signInSchema);
  const attempt = { ...input, device: await readDeskCookie("device"), ...(await getClient()) };
  const result = await signInStaff(attempt, new Date());
  if ("refused" in result)
    throw new DomainError({ code: result.refused === "wrong" ? "sign_in_wrong" : "limited" });
  const { token, device } = result;
  const redirect = await getReturnAddress(to, token);
  await setDeskCookie("session", token);
  if (!device) return { redirect: `/desk/second-factor?to=${encodeURIComponent(redirect)}` };
  await setDeskCookie("device", device);
  return { redirect };
});

export async function signOutAction(): Promise<never> {
  await endStaffSession(await readDeskCookie("session"), new Date());
  await deleteDeskCookie("session");
  return redirectTo("/desk/sign-in");
}

"use server";

import { z } from "zod";
import type { FormAction } from "@/components/action/action-state";
import { endStaffSession } from "@/lib/people/staff/sessions";
import { signInStaff } from "@/lib/people/staff/verbs";
import { ActionError } from "@/lib/people/verb";
import { read } from "../../read-form";
import { asVisitor, requester } from "../act";
import { deskCookie, dropDeskCookie, goesOnAt, keepDeskCookie, leaveFor } from "../session";

const credentials = z.object({
  email: z.string("required").trim().min(1, "required"),
  password: z.string("required").min(1, "required"),
  to: z.string().optional(),
});

export const signInAction: FormAction = async (_, form) =>
  asVisitor(form, async () => {
    const { to, ...typed } = read(form, credentials);
    const attempt = { ...typed, device: await deskCookie("device"), ...(await requester()) };
    const result = await signInStaff(attempt, new Date());
    if ("refused" in result)
      throw new ActionError({ code: result.refused === "wrong" ? "sign_in_wrong" : "limited" });
    const { token, device } = result;
    const goTo = await goesOnAt(to, token);
    await keepDeskCookie("session", token);
    if (!device) return { goTo: `/desk/second-factor?to=${encodeURIComponent(goTo)}` };
    await keepDeskCookie("device", device);
    return { goTo };
  });

export async function signOutAction(): Promise<never> {
  await endStaffSession(await deskCookie("session"), new Date());
  await dropDeskCookie("session");
  return leaveFor("/desk/sign-in");
}

"use server";

import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { redirectTo, requireStaffSession } from "@/app/[locale]/desk/_lib/session";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { changePasswordSchema } from "@/components/forms/password-fields";
import { endOwnSession } from "@/lib/people/staff/sessions";
import { changeStaffPassword } from "@/lib/people/staff/sign-in/verbs";

const endSessionSchema = z.object({ session: z.string().default("") });

export async function endOwnSessionAction(_: undefined, form: FormData): Promise<never> {
  await endOwnSession(await requireStaffSession(), parseForm(form, endSessionSchema).session, new Date());
  return redirectTo("/desk/me");
}

/** Requires the current password. */
export const changePasswordAction = createStaffAction(async (session, form) => {
  await changeStaffPassword(session, parseForm(form, changePasswordSchema), new Date());
  return { redirect: "/desk/me?said=password" };
});

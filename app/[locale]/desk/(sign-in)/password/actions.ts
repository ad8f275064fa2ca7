"use server";

import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { requireStaffSession, toDeskPath } from "@/app/[locale]/desk/_lib/session";
import { createSignInAction } from "@/app/[locale]/desk/_lib/staff-action";
import { confirmPassword } from "@/lib/people/staff/sign-in/verbs";

const schema = z.object({ password: z.string("required").min(1, "required"), to: z.string().optional() });

/** Asks for the password again before sensitive actions (desk 5). */
export const confirmPasswordAction = createSignInAction(async (form) => {
  const session = await requireStaffSession();
  const { password, to } = parseForm(form, schema);
  await confirmPassword(session, password, new Date());
  return { redirect: toDeskPath(to) };
});

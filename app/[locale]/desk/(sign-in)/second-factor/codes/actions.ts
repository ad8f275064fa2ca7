"use server";

import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { redirectTo, requireOpenSession, toDeskPath } from "@/app/[locale]/desk/_lib/session";
import { confirmCodesSaved } from "@/lib/people/staff/recovery-codes";

const nextSchema = z.object({ to: z.string().optional() });

/** Afterwards the codes cannot be read again. */
export async function confirmCodesSavedAction(_: undefined, form: FormData): Promise<never> {
  const { to } = parseForm(form, nextSchema);
  const session = await requireOpenSession();
  await confirmCodesSaved(session.actor.id);
  return redirectTo(toDeskPath(to));
}

"use server";

import { z } from "zod";
import { deskPath, leaveFor, requireOpen } from "@/app/[locale]/desk/session";
import { read } from "@/app/[locale]/read-form";
import { confirmCodesSaved } from "@/lib/people/staff/recovery-codes";

const onward = z.object({ to: z.string().optional() });

/** The recovery codes are kept; from here on nobody can read them. */
export async function codesKeptAction(_: undefined, form: FormData): Promise<never> {
  const { to } = read(form, onward);
  const session = await requireOpen();
  await confirmCodesSaved(session.actor.id);
  return leaveFor(deskPath(to));
}

"use server";

import { field } from "@/app/[locale]/desk/form-field";
import { deskPath, leaveFor, requireOpen } from "@/app/[locale]/desk/session";
import { keptCodes } from "@/lib/people/staff/recovery-codes";

/** The recovery codes are kept; from here on nobody can read them. */
export async function codesKeptAction(_: undefined, form: FormData): Promise<never> {
  const session = await requireOpen();
  const to = deskPath(field(form, "to"));
  await keptCodes(session.actor.id);
  return leaveFor(to);
}

"use server";

import { keptCodes } from "@/lib/staff/recovery-codes";
import { endOwnSession } from "@/lib/staff/sessions";
import { field } from "./form-field";
import { deskPath, leaveFor, requireOpen, requireStaff } from "./session";

/** The recovery codes are kept; from here on nobody can read them. */
export async function codesKeptAction(_: undefined, form: FormData): Promise<never> {
  const session = await requireOpen();
  await keptCodes(session.actor.id);
  return leaveFor(deskPath(field(form, "to")));
}

/** Ends one of one's own sessions, in this browser or another. */
export async function endOwnSessionAction(_: undefined, form: FormData): Promise<never> {
  const session = await requireStaff();
  await endOwnSession(session, field(form, "session"), new Date());
  return leaveFor("/desk/me");
}

"use server";

import { dropHeld } from "@/lib/staff/held";
import { endOwnSession } from "@/lib/staff/sessions";
import { field } from "./form-field";
import { deskCookie, dropDeskCookie, leaveFor, requireStaff } from "./session";

export async function codesKeptAction(): Promise<never> {
  const session = await requireStaff();
  await dropHeld(session.actor.id, await deskCookie("held"));
  await dropDeskCookie("held");
  return leaveFor("/desk");
}

/** Ends one of one's own sessions, in this browser or another. */
export async function endOwnSessionAction(_: undefined, form: FormData): Promise<never> {
  const session = await requireStaff();
  await endOwnSession(session, field(form, "session"), new Date());
  return leaveFor("/desk/me");
}

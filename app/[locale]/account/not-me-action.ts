"use server";

import { disown } from "@/lib/family/not-me";
import { field, leaveFor } from "./act";

/** "This was not me"; what could not be done is said where it was asked for. */
export async function notMeAction(_: undefined, form: FormData): Promise<never> {
  const token = field(form, "token");
  const outcome = await disown(token, new Date());
  if (outcome === "done") return leaveFor("/account-setup/answered");
  return leaveFor(`/account-setup/${encodeURIComponent(token)}/not-me`);
}

"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { endSession } from "@/lib/people/staff/sessions";
import { signInStaff } from "@/lib/people/staff/sign-in";
import { typed } from "@/lib/platform/typed";
import { orUnavailable, refused, requester } from "../act";
import { field } from "../form-field";
import { deskCookie, dropDeskCookie, goesOnAt, keepDeskCookie, leaveFor } from "../session";

export async function signInAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const [email, password] = [field(form, "email").trim(), field(form, "password")];
  const missing = (["email", "password"] as const).filter((name) => field(form, name).trim() === "");
  if (missing.length > 0) {
    return refused(
      form,
      missing.map((name) => ({ field: name, words: t(`${name}_required`) })),
    );
  }
  const device = await deskCookie("device");
  const attempt = { email, password, device, ...(await requester()) };
  const result = await orUnavailable(async () => {
    const signedIn = await signInStaff(attempt, new Date());
    return "token" in signedIn
      ? { ...signedIn, to: await goesOnAt(field(form, "to"), signedIn.token) }
      : signedIn;
  });
  if ("problems" in result) return { ...result, values: typed(form) };
  if ("refused" in result) return refused(form, [{ words: t(`sign_in_${result.refused}`) }]);
  if (!("token" in result)) return result;

  await keepDeskCookie("session", result.token);
  if (result.device) await keepDeskCookie("device", result.device);
  return leaveFor(result.device ? result.to : `/desk/second-factor?to=${encodeURIComponent(result.to)}`);
}

export async function signOutAction(): Promise<never> {
  await endSession(await deskCookie("session"), new Date());
  await dropDeskCookie("session");
  return leaveFor("/desk/sign-in");
}

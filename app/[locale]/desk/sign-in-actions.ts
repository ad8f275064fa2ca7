"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { mayTry, orTakeBack, takeBack } from "@/lib/people/accounts/limits";
import { openSession } from "@/lib/people/staff/devices";
import { acceptStaffLink } from "@/lib/people/staff/link";
import { giveCode } from "@/lib/people/staff/second-factor";
import { confirmPassword, endSession } from "@/lib/people/staff/sessions";
import { sessionLimits, signInStaff } from "@/lib/people/staff/sign-in";
import { typed } from "@/lib/platform/typed";
import { orUnavailable, requester } from "./act";
import { field } from "./form-field";
import {
  currentStaff,
  deskCookie,
  deskPath,
  dropDeskCookie,
  goesOnAt,
  keepDeskCookie,
  leaveFor,
  requireStaff,
} from "./session";

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

/** The second factor's code, or a recovery code in its place. */
export async function codeAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const session = await currentStaff();
  if (session?.stage !== "code") return leaveFor("/desk");
  const code = field(form, "code");
  if (code.trim() === "") return refused(form, [{ field: "code", words: t("code_required") }]);
  const result = await giveCode(session.actor.id, code, new Date());
  if (result !== "right") return refused(form, [{ field: "code", words: t(`code_${result}`) }]);

  const token = (await deskCookie("session")) as string;
  const device = await openSession(token, session.actor.id, await deskCookie("device"), new Date());
  await keepDeskCookie("device", device);
  return leaveFor(deskPath(field(form, "to")));
}

/** The password anew, before what an unlocked screen must not be enough for (desk 5). */
export async function passwordAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const session = await requireStaff();
  const password = field(form, "password");
  if (password === "") return refused(form, [{ field: "password", words: t("password_required") }]);
  const counted = sessionLimits(session);
  if (!(await mayTry(counted))) return refused(form, [{ words: t("sign_in_limited") }]);
  const result = await orUnavailable(async () => ({
    right: await orTakeBack(counted, confirmPassword(session, password, new Date())),
  }));
  if (!("right" in result)) return result;
  if (!result.right) return refused(form, [{ field: "password", words: t("password_wrong") }]);
  await takeBack(counted);
  return leaveFor(deskPath(field(form, "to")));
}

/** Name and password behind an invitation; signing in follows, so that every way in is the same one. */
export async function acceptAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  const token = field(form, "token");
  const { address } = await requester();
  if (!(await mayTry({ "password address": address, "password token": token })))
    return refused(form, [{ words: t("sign_in_limited") }]);
  const input = { name: field(form, "name"), password: field(form, "password") };
  const result = await orUnavailable(() => acceptStaffLink(token, input, new Date()));
  if ("problems" in result) return { ...result, values: typed(form) };
  if ("issues" in result) {
    const { issues } = result;
    return refused(form, [
      ...(issues.name ? [{ field: "name", words: t(`name_${issues.name}`) }] : []),
      ...(issues.password ? [{ field: "password", words: t(`password_${issues.password}`) }] : []),
    ]);
  }
  if ("email" in result) return leaveFor("/desk/sign-in?said=accepted");
  return leaveFor(`/desk/invitation/${encodeURIComponent(token)}`);
}

export async function signOutAction(): Promise<never> {
  await endSession(await deskCookie("session"), new Date());
  await dropDeskCookie("session");
  return leaveFor("/desk/sign-in");
}

const refused = (form: FormData, problems: ActionState["problems"]): ActionState => ({
  problems,
  values: typed(form),
  at: Date.now(),
});

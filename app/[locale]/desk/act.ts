import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { AppError, isDatabaseAway } from "@/lib/errors";
import { dropHeld, hold } from "@/lib/staff/held";
import { StaffRefusal } from "@/lib/staff/rights";
import { memberOfEndedSession, type StaffSession } from "@/lib/staff/sessions";
import { requesterAddress } from "../requester-address";
import {
  currentStaff,
  deskCookie,
  dropDeskCookie,
  keepDeskCookie,
  leaveFor,
  ownAddress,
  ownPath,
} from "./session";

/**
 * Runs an action of the desk for whoever is signed in. When the session has ended meanwhile, or the
 * password must be typed anew, what was typed is kept for the same member until they are back.
 *
 * @param work does it, asking for its right itself; returns problems, or where to go on
 */
export async function asStaff(
  form: FormData,
  work: (session: StaffSession) => Promise<ActionState | { goTo: string }>,
): Promise<ActionState> {
  const session = await currentStaff();
  if (session?.stage !== "open") return signInFirst(form);
  try {
    const result = await orUnavailable(() => work(session));
    if (!("goTo" in result)) return { ...result, values: result.values ?? typed(form), at: Date.now() };
    const held = await deskCookie("held");
    if (held) {
      await dropHeld(session.actor.id, held);
      await dropDeskCookie("held");
    }
    return await leaveFor(result.goTo);
  } catch (error) {
    if (!(error instanceof StaffRefusal)) throw error;
    if (error.code === "password_needed") return confirmPasswordFirst(session, form);
    const t = await getTranslations("desk.problems");
    return { problems: [{ words: t("no_right") }], values: typed(form), at: Date.now() };
  }
}

/** Who asks, and with what browser. */
export async function requester() {
  return { address: await requesterAddress(), userAgent: (await headers()).get("user-agent") ?? "" };
}

/** Too many passwords at once, or no database: said in words, and everything typed stays. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T | ActionState> {
  try {
    return await work();
  } catch (error) {
    const busy = error instanceof AppError && error.code === "unavailable";
    if (!busy && !isDatabaseAway(error)) throw error;
    return { problems: [{ words: (await getTranslations("desk.problems"))("unavailable") }], at: Date.now() };
  }
}

/** What was typed, but for passwords, codes and what Next adds. */
export function typed(form: FormData): Record<string, string> {
  const entries = [...form].filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === "string" && !/^\$ACTION|^(password|code|token)$/.test(entry[0]),
  );
  return Object.fromEntries(entries);
}

async function signInFirst(form: FormData): Promise<never> {
  const path = await ownPath();
  const member = await memberOfEndedSession(await deskCookie("session"));
  if (member) await keepHeld(member, path, form);
  return leaveFor(`/desk/sign-in?to=${encodeURIComponent(await ownAddress())}`);
}

async function confirmPasswordFirst({ actor }: StaffSession, form: FormData): Promise<never> {
  const path = await ownPath();
  await keepHeld(actor.id, path, form);
  return leaveFor(`/desk/password?to=${encodeURIComponent(await ownAddress())}`);
}

async function keepHeld(memberId: string, path: string, form: FormData) {
  await keepDeskCookie("held", await hold(memberId, { path, fields: typed(form) }, new Date()));
}

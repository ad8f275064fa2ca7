import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { unsealSearch } from "@/lib/desk/search";
import { AppError, isDatabaseAway } from "@/lib/errors";
import { QUERY } from "@/lib/i18n/paths";
import { dropHeld, hold } from "@/lib/staff/held";
import { StaffRefusal } from "@/lib/staff/rights";
import { endedSession, type StaffSession } from "@/lib/staff/sessions";
import { requesterAddress } from "../requester-address";
import { typed } from "../typed";
import { problemsOfRefusal } from "./refused";
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
    if (error instanceof StaffRefusal && error.code === "password_needed") {
      return confirmPasswordFirst(session, form);
    }
    return { problems: await refusalOf(error, form), values: typed(form), at: Date.now() };
  }
}

/** A refusal of the domain in words; whatever else went wrong is thrown on. */
async function refusalOf(error: unknown, form: FormData): Promise<ActionState["problems"]> {
  const [words, t, locale] = await Promise.all([
    getTranslations("desk.problems"),
    getTranslations("wizard"),
    getLocale(),
  ]);
  if (error instanceof StaffRefusal) return [{ words: words("no_right") }];
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return problemsOfRefusal(error, form, { t, locale, otherwise: words("overtaken") });
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

async function signInFirst(form: FormData): Promise<never> {
  const ended = await endedSession(await deskCookie("session"));
  if (ended) await keepHeld(ended, form);
  return leaveFor(`/desk/sign-in?to=${encodeURIComponent(await ownAddress())}`);
}

async function confirmPasswordFirst(session: StaffSession, form: FormData): Promise<never> {
  await keepHeld({ memberId: session.actor.id, hash: session.hash }, form);
  return leaveFor(`/desk/password?to=${encodeURIComponent(await ownAddress())}`);
}

/** Keeps what was typed for the page's next form of this name, where another address goes on with it. */
export const keepTyped = ({ actor, hash }: StaffSession, form: FormData) =>
  keepHeld({ memberId: actor.id, hash }, form);

/** Under a search it is kept too: the next session could not open what this one has sealed. */
async function keepHeld(
  { memberId, hash }: { memberId: string; hash: StaffSession["hash"] },
  form: FormData,
) {
  const [path, sealed] = [await ownPath(), new URLSearchParams((await headers()).get(QUERY) ?? "").get("q")];
  const search = sealed ? unsealSearch(sealed, { hash }) : undefined;
  await keepDeskCookie("held", await hold(memberId, { path, fields: typed(form), search }, new Date()));
}

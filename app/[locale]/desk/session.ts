import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { redirect } from "@/lib/i18n/navigation";
import { PATHNAME, QUERY, splitPath } from "@/lib/i18n/paths";
import { resealed } from "@/lib/office/search";
import { type KeptForm, keptFormOf } from "@/lib/people/staff/kept-form";
import { endedSession, type StaffSession, staffSession } from "@/lib/people/staff/sessions";
import { lifetimes } from "@/lib/platform/own-cookies";
import { ownCookie } from "../own-cookie";

const names = { session: "desk", device: "desk-device", held: "desk-held" } as const;

type Name = keyof typeof names;

const cookie = (name: Name) => ownCookie(names[name]);

export const deskCookie = (name: Name) => cookie(name).read();

export const keepDeskCookie = (name: Name, value: string) =>
  cookie(name).keep(value, { maxAge: lifetimes[names[name]] });

export const dropDeskCookie = (name: Name) => cookie(name).drop();

export async function currentStaff(): Promise<StaffSession | undefined> {
  return staffSession(await deskCookie("session"), new Date());
}

/** The page's own address without its language: where to come back to after signing in. */
export async function ownPath(): Promise<string> {
  return splitPath((await headers()).get(PATHNAME) ?? "/desk").path;
}

/** The same with what it shows and what is `further` said there; neither what Next adds nor what was said after an action. */
export async function ownAddress(further: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams((await headers()).get(QUERY) ?? "");
  for (const name of ["_rsc", "said", "saidOf"]) query.delete(name);
  for (const [name, value] of Object.entries(further)) query.set(name, value);
  return query.size > 0 ? `${await ownPath()}?${query}` : ownPath();
}

/** The enrollment, or the step on many, on whose page a form stands. */
export async function aboutHere(): Promise<string> {
  return (await ownPath()).split("/")[3] ?? "";
}

/** The list that the page's enrollment was opened from, as its address carries it. */
export async function listHere(): Promise<string | undefined> {
  return new URLSearchParams((await headers()).get(QUERY) ?? "").get("list") ?? undefined;
}

/**
 * Who looks at a page of the desk; whoever has not signed in, or not wholly, is led there first, and whoever has not
 * kept their recovery codes to these.
 */
export async function requireStaff(): Promise<StaffSession> {
  const session = await requireOpen();
  if (!session.hasNewCodes) return session;
  return leaveFor(codesPath(await ownAddress()));
}

/** The same for the page of the recovery codes itself. */
export async function requireOpen(): Promise<StaffSession> {
  const session = await currentStaff();
  if (session?.stage === "open") return session;
  return leaveFor(
    session ? "/desk/second-factor" : `/desk/sign-in?to=${encodeURIComponent(await ownAddress())}`,
  );
}

/** What was typed on this page when the session had ended, for the same member. */
export async function keptHere(): Promise<KeptForm | undefined> {
  const token = await deskCookie("held");
  const session = token ? await currentStaff() : undefined;
  if (session?.stage !== "open") return;
  const held = await keptFormOf(session.actor.id, token, new Date());
  return held?.path === (await ownPath()) ? held : undefined;
}

/**
 * Where whoever has just signed in goes on: what was searched for in their session before is sealed anew, since
 * no other session opens it.
 * @param token of the session that begins, before its cookie takes the other's place
 */
export async function goesOnAt(to: unknown, token: string): Promise<string> {
  const address = deskPath(to);
  const [before, session] = await Promise.all([
    endedSession(await deskCookie("session")),
    staffSession(token, new Date()),
  ]);
  return before && before.memberId === session?.actor.id ? resealed(address, before, session) : address;
}

export async function leaveFor(href: string): Promise<never> {
  return redirect({ href, locale: await getLocale() });
}

/** A page of the desk that an address may lead to after signing in; anything else is the desk itself. */
export function deskPath(to: unknown): string {
  return typeof to === "string" && /^\/desk(\/[\w-]+)*(\?[\w=&%.*+-]*)?$/.test(to) ? to : "/desk";
}

/** The page that shows new recovery codes until they were kept. */
export const codesPath = (to: unknown) => `/desk/second-factor/codes?to=${encodeURIComponent(deskPath(to))}`;

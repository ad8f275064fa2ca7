import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { redirect } from "@/lib/i18n/navigation";
import { PATHNAME_HEADER, QUERY_HEADER, splitPath } from "@/lib/i18n/locales";
import {
  formatList,
  getEnrollmentUrl,
  getOpenReference,
  getPaneUrl,
  parseListQuery,
} from "@/lib/desk/list/filters";
import { reencryptAddress } from "@/lib/desk/list/sql";
import {
  type SavedForm,
  type StaffSession,
  findEndedSession,
  readSavedForm,
  readStaffSession,
} from "@/lib/people/staff/sessions";
import { cookieLifetimes } from "@/lib/platform/page-request";
import { ownCookie } from "../own-cookie";

const names = { session: "desk", device: "desk-device", held: "desk-held" } as const;

type Name = keyof typeof names;

const cookie = (name: Name) => ownCookie(names[name]);

export const deskCookie = (name: Name) => cookie(name).read();

export const keepDeskCookie = (name: Name, value: string) =>
  cookie(name).keep(value, { maxAge: cookieLifetimes[names[name]] });

export const dropDeskCookie = (name: Name) => cookie(name).drop();

export async function currentStaff(): Promise<StaffSession | undefined> {
  return readStaffSession(await deskCookie("session"), new Date());
}

/** The page's own address without its language: where to come back to after signing in. */
export async function ownPath(): Promise<string> {
  return splitPath((await headers()).get(PATHNAME_HEADER) ?? "/desk").path;
}

/** The same with what it shows and what is `further` said there; neither what Next adds nor what was said after an action. */
export async function ownAddress(further: Record<string, string> = {}): Promise<string> {
  const query = await ownQuery();
  for (const name of ["_rsc", "said", "saidOf"]) query.delete(name);
  for (const [name, value] of Object.entries(further)) query.set(name, value);
  return query.size > 0 ? `${await ownPath()}?${query}` : ownPath();
}

const ownQuery = async () => new URLSearchParams((await headers()).get(QUERY_HEADER) ?? "");

/** The enrollment beside the list that the page is. */
const openHere = async () => getOpenReference(Object.fromEntries(await ownQuery()));

/** The enrollment, or the step on many, on whose page or in whose pane a form stands. */
export async function aboutHere(): Promise<string> {
  return (await ownPath()).split("/")[3] ?? (await openHere()) ?? "";
}

/** The list that the page's enrollment was opened from, as its address carries it; beside the list, that one. */
export async function listHere(): Promise<string | undefined> {
  const query = await ownQuery();
  if (!(await openHere())) return query.get("list") ?? undefined;
  const asked = parseListQuery(Object.fromEntries(query));
  return formatList(asked, asked.place);
}

/** Where an enrollment is gone on with: beside the list if it, or what leads back to it, stands there (desk 35). */
export async function enrollmentHere(
  reference: string,
  list: string | undefined,
  query: Record<string, string> = {},
): Promise<string> {
  const beside = (await openHere()) !== undefined || (await ownQuery()).get("pane") === "yes";
  return beside ? getPaneUrl(reference, list, query) : getEnrollmentUrl(reference, list, { query });
}

/** The page of a decision, which leads back to where it was opened. */
export async function decideHere(reference: string, list: string | undefined, to: string): Promise<string> {
  const query: Record<string, string> = (await openHere()) ? { pane: "yes" } : {};
  return getEnrollmentUrl(reference, list, { below: `/decide/${to}`, query });
}

/** Where what is typed on this page belongs: beside a list to one enrollment. */
export async function keptAt(): Promise<string> {
  const open = await openHere();
  return open ? `${await ownPath()} ${open}` : ownPath();
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
export async function keptHere(): Promise<SavedForm | undefined> {
  const token = await deskCookie("held");
  const session = token ? await currentStaff() : undefined;
  if (session?.stage !== "open") return;
  const held = await readSavedForm(session.actor.id, token, new Date());
  return held?.path === (await keptAt()) ? held : undefined;
}

/**
 * Where whoever has just signed in goes on: what was searched for in their session before is sealed anew, since
 * no other session opens it.
 * @param token of the session that begins, before its cookie takes the other's place
 */
export async function goesOnAt(to: unknown, token: string): Promise<string> {
  const address = deskPath(to);
  const [before, session] = await Promise.all([
    findEndedSession(await deskCookie("session")),
    readStaffSession(token, new Date()),
  ]);
  return before && before.memberId === session?.actor.id ? reencryptAddress(address, before, session) : address;
}

/** From beside a list to another beside it, one step back still leads to the list alone (desk 35). */
export async function leaveFor(href: string): Promise<never> {
  return redirect({ href, locale: await getLocale(), inPlace: (await openHere()) !== undefined });
}

/** A page of the desk that an address may lead to after signing in; anything else is the desk itself. */
export function deskPath(to: unknown): string {
  return typeof to === "string" && /^\/desk(\/[\w-]+)*(\?[\w=&%.*+-]*)?$/.test(to) ? to : "/desk";
}

/** The page that shows new recovery codes until they were kept. */
export const codesPath = (to: unknown) => `/desk/second-factor/codes?to=${encodeURIComponent(deskPath(to))}`;

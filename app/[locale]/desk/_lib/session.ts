import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { createHttpOnlyCookie } from "@/app/[locale]/_lib/http-only-cookie";
import {
  formatList,
  getEnrollmentUrl,
  getOpenReference,
  getPaneUrl,
  parseListQuery,
} from "@/lib/desk/list/filters";
import { reencryptAddress } from "@/lib/desk/list/sql";
import { PATHNAME_HEADER, QUERY_HEADER, splitPath } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import {
  findEndedSession,
  readSavedForm,
  readStaffSession,
  type SavedForm,
  type StaffSession,
} from "@/lib/people/staff/sessions";
import { cookieLifetimes } from "@/lib/platform/page-request";

const names = { session: "desk", device: "desk-device", held: "desk-held" } as const;

type Name = keyof typeof names;

const cookie = (name: Name) => createHttpOnlyCookie(names[name]);

export const readDeskCookie = (name: Name) => cookie(name).read();

export const setDeskCookie = (name: Name, value: string) =>
  cookie(name).keep(value, { maxAge: cookieLifetimes[names[name]] });

export const deleteDeskCookie = (name: Name) => cookie(name).drop();

export async function getStaffSession(): Promise<StaffSession | undefined> {
  return readStaffSession(await readDeskCookie("session"), new Date());
}

/** The page's own address without its language: where to come back to after signing in. */
export async function getPagePath(): Promise<string> {
  return splitPath((await headers()).get(PATHNAME_HEADER) ?? "/desk").path;
}

/** The same with what it shows and what is `further` said there; neither what Next adds nor what was said after an action. */
export async function getPageAddress(further: Record<string, string> = {}): Promise<string> {
  const query = await ownQuery();
  for (const name of ["_rsc", "said", "saidOf"]) query.delete(name);
  for (const [name, value] of Object.entries(further)) query.set(name, value);
  return query.size > 0 ? `${await getPagePath()}?${query}` : getPagePath();
}

const ownQuery = async () => new URLSearchParams((await headers()).get(QUERY_HEADER) ?? "");

/** The enrollment beside the list that the page is. */
const openHere = async () => getOpenReference(Object.fromEntries(await ownQuery()));

/** The enrollment, or the step on many, on whose page or in whose pane a form stands. */
export async function getSubjectId(): Promise<string> {
  return (await getPagePath()).split("/")[3] ?? (await openHere()) ?? "";
}

/** The list that the page's enrollment was opened from, as its address carries it; beside the list, that one. */
export async function getListQuery(): Promise<string | undefined> {
  const query = await ownQuery();
  if (!(await openHere())) return query.get("list") ?? undefined;
  const asked = parseListQuery(Object.fromEntries(query));
  return formatList(asked, asked.place);
}

/** Where an enrollment is gone on with: beside the list if it, or what leads back to it, stands there (desk 35). */
export async function getEnrollmentAddress(
  reference: string,
  list: string | undefined,
  query: Record<string, string> = {},
): Promise<string> {
  const beside = (await openHere()) !== undefined || (await ownQuery()).get("pane") === "yes";
  return beside ? getPaneUrl(reference, list, query) : getEnrollmentUrl(reference, list, { query });
}

/** The page of a decision, which leads back to where it was opened. */
export async function getDecisionAddress(
  reference: string,
  list: string | undefined,
  to: string,
): Promise<string> {
  const query: Record<string, string> = (await openHere()) ? { pane: "yes" } : {};
  return getEnrollmentUrl(reference, list, { below: `/decide/${to}`, query });
}

/** Where what is typed on this page belongs: beside a list to one enrollment. */
export async function getSavedFormKey(): Promise<string> {
  const open = await openHere();
  return open ? `${await getPagePath()} ${open}` : getPagePath();
}

/**
 * Who looks at a page of the desk; whoever has not signed in, or not wholly, is led there first, and whoever has not
 * kept their recovery codes to these.
 */
export async function requireStaffSession(): Promise<StaffSession> {
  const session = await requireOpenSession();
  if (!session.hasNewCodes) return session;
  return redirectTo(getRecoveryCodesPath(await getPageAddress()));
}

/** The same for the page of the recovery codes itself. */
export async function requireOpenSession(): Promise<StaffSession> {
  const session = await getStaffSession();
  if (session?.stage === "open") return session;
  return redirectTo(
    session ? "/desk/second-factor" : `/desk/sign-in?to=${encodeURIComponent(await getPageAddress())}`,
  );
}

/** What was typed on this page when the session had ended, for the same member. */
export async function readSavedFormOfPage(): Promise<SavedForm | undefined> {
  const token = await readDeskCookie("held");
  const session = token ? await getStaffSession() : undefined;
  if (session?.stage !== "open") return;
  const held = await readSavedForm(session.actor.id, token, new Date());
  return held?.path === (await getSavedFormKey()) ? held : undefined;
}

/**
 * Where whoever has just signed in goes on: what was searched for in their session before is sealed anew, since
 * no other session opens it.
 * @param token of the session that begins, before its cookie takes the other's place
 */
export async function getReturnAddress(to: unknown, token: string): Promise<string> {
  const address = toDeskPath(to);
  const [before, session] = await Promise.all([
    findEndedSession(await readDeskCookie("session")),
    readStaffSession(token, new Date()),
  ]);
  return before && before.memberId === session?.actor.id
    ? reencryptAddress(address, before, session)
    : address;
}

/** From beside a list to another beside it, one step back still leads to the list alone (desk 35). */
export async function redirectTo(href: string): Promise<never> {
  return redirect({ href, locale: await getLocale(), inPlace: (await openHere()) !== undefined });
}

/** A page of the desk that an address may lead to after signing in; anything else is the desk itself. */
export function toDeskPath(to: unknown): string {
  return typeof to === "string" && /^\/desk(\/[\w-]+)*(\?[\w=&%.*+-]*)?$/.test(to) ? to : "/desk";
}

/** The page that shows new recovery codes until they were kept. */
export const getRecoveryCodesPath = (to: unknown) =>
  `/desk/second-factor/codes?to=${encodeURIComponent(toDeskPath(to))}`;

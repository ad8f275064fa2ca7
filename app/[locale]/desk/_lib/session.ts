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
import { reencryptAddress } from "@/lib/desk/search/sql";
import { PATHNAME_HEADER, QUERY_HEADER, splitPath } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import {
  findEndedSession,
  readSavedForm,
  readStaffSession,
  type StaffSession,
} from "@/lib/people/staff/sessions";
import { cookieLifetimes } from "@/lib/platform/page-request";

const names = { session: "desk", device: "desk-device", savedForm: "desk-held" } as const;

type Name = keyof typeof names;

const cookie = (name: Name) => createHttpOnlyCookie(names[name]);

export const readDeskCookie = (name: Name) => cookie(name).read();

export const setDeskCookie = (name: Name, value: string) =>
  cookie(name).set(value, { maxAge: cookieLifetimes[names[name]] });

export const deleteDeskCookie = (name: Name) => cookie(name).delete();

export async function getStaffSession(): Promise<StaffSession | undefined> {
  return readStaffSession(await readDeskCookie("session"), new Date());
}

/** Without the language; used to return after sign-in. */
export async function getPagePath(): Promise<string> {
  return splitPath((await headers()).get(PATHNAME_HEADER) ?? "/desk").path;
}

/** With the query and `extra`, but without Next's own parameters or the last action. */
export async function getPageAddress(extra: Record<string, string> = {}): Promise<string> {
  const query = await readPageQuery();
  for (const name of ["_rsc", "said", "saidOf"]) query.delete(name);
  for (const [name, value] of Object.entries(extra)) query.set(name, value);
  return query.size > 0 ? `${await getPagePath()}?${query}` : getPagePath();
}

const readPageQuery = async () => new URLSearchParams((await headers()).get(QUERY_HEADER) ?? "");

/** The reference of the open pane. */
const getPaneReference = async () => getOpenReference(Object.fromEntries(await readPageQuery()));

/** The enrollment or bulk action of the page or pane. */
export async function getSubjectId(): Promise<string> {
  return (await getPagePath()).split("/")[3] ?? (await getPaneReference()) ?? "";
}

/** Query of the list of the page or pane. */
export async function getListQuery(): Promise<string | undefined> {
  const query = await readPageQuery();
  if (!(await getPaneReference())) return query.get("list") ?? undefined;
  const listQuery = parseListQuery(Object.fromEntries(query));
  return formatList(listQuery, listQuery.cursor);
}

/** Stays in the pane if it is open, or if the page returns to it (desk 35). */
export async function getEnrollmentAddress(
  reference: string,
  list: string | undefined,
  query: Record<string, string> = {},
): Promise<string> {
  const inPane = (await getPaneReference()) !== undefined || (await readPageQuery()).get("pane") === "yes";
  return inPane ? getPaneUrl(reference, list, query) : getEnrollmentUrl(reference, list, { query });
}

/** With the way back to page or pane. */
export async function getDecisionAddress(
  reference: string,
  list: string | undefined,
  to: string,
): Promise<string> {
  const query: Record<string, string> = (await getPaneReference()) ? { pane: "yes" } : {};
  return getEnrollmentUrl(reference, list, { below: `/decide/${to}`, query });
}

/** In a pane, forms are saved per enrollment. */
export async function getSavedFormKey(): Promise<string> {
  const open = await getPaneReference();
  return open ? `${await getPagePath()} ${open}` : getPagePath();
}

/** Redirects to sign-in, second factor or recovery codes until all are complete. */
export async function requireStaffSession(): Promise<StaffSession> {
  const session = await requireOpenSession();
  if (!session.hasNewCodes) return session;
  return redirectTo(getRecoveryCodesPath(await getPageAddress()));
}

/** Does not require the recovery codes to be saved. */
export async function requireOpenSession(): Promise<StaffSession> {
  const session = await getStaffSession();
  if (session?.stage === "open") return session;
  const page = session ? "second-factor" : "sign-in";
  return redirectTo(`/desk/${page}?to=${encodeURIComponent(await getPageAddress())}`);
}

/** Input saved when the session ended; only for the same member. */
export async function readSavedFormOfPage() {
  const token = await readDeskCookie("savedForm");
  const session = token ? await getStaffSession() : undefined;
  if (session?.stage !== "open") return;
  const saved = await readSavedForm(session.actor.id, token, new Date());
  return saved?.path === (await getSavedFormKey()) ? saved : undefined;
}

/**
 * Seals the previous session's search for the new one, because a search belongs to a session.
 * @param token of the new session, whose cookie is not set yet
 */
export async function getReturnAddress(to: unknown, token: string): Promise<string> {
  const address = toDeskPath(to);
  const [ended, session] = await Promise.all([
    findEndedSession(await readDeskCookie("session")),
    readStaffSession(token, new Date()),
  ]);
  return ended && ended.memberId === session?.actor.id ? reencryptAddress(address, ended, session) : address;
}

/** From pane to pane, Back still leads to the list alone (desk 35). */
export async function redirectTo(href: string): Promise<never> {
  return redirect({ href, locale: await getLocale(), inPlace: (await getPaneReference()) !== undefined });
}

/** Only desk pages; anything else becomes the desk's home. */
export function toDeskPath(to: unknown): string {
  return typeof to === "string" && /^\/desk(\/[\w-]+)*(\?[\w=&%.*+-]*)?$/.test(to) ? to : "/desk";
}

/** New recovery codes, until they are saved. */
export const getRecoveryCodesPath = (to: unknown) =>
  `/desk/second-factor/codes?to=${encodeURIComponent(toDeskPath(to))}`;

import { cookies, headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { redirect } from "@/lib/i18n/navigation";
import { PATHNAME, splitPath } from "@/lib/i18n/paths";
import { publicUrl } from "@/lib/school/settings";
import { type Held, heldFor } from "@/lib/staff/held";
import { type StaffSession, staffSession } from "@/lib/staff/sessions";

/** Where served by TLS, the browser itself keeps other hosts and plain HTTP from setting them. */
const secure = () => publicUrl().startsWith("https:");
const names = { session: "desk", device: "desk-device", held: "desk-held" };

type Name = keyof typeof names;

const cookieName = (name: Name) => (secure() ? `__Host-${names[name]}` : names[name]);

const DAY_S = 24 * 3600;
const lifetimes: Record<Name, number> = { session: DAY_S / 2, device: 400 * DAY_S, held: 3600 };

export async function deskCookie(name: Name): Promise<string | undefined> {
  return (await cookies()).get(cookieName(name))?.value;
}

export async function keepDeskCookie(name: Name, value: string) {
  (await cookies()).set(cookieName(name), value, {
    httpOnly: true,
    secure: secure(),
    sameSite: "lax",
    path: "/",
    maxAge: lifetimes[name],
  });
}

export async function dropDeskCookie(name: Name) {
  (await cookies()).delete({ name: cookieName(name), path: "/", secure: secure() });
}

export async function currentStaff(): Promise<StaffSession | undefined> {
  return staffSession(await deskCookie("session"), new Date());
}

/** The page's own address without its language: where to come back to after signing in. */
export async function ownPath(): Promise<string> {
  return splitPath((await headers()).get(PATHNAME) ?? "/desk").path;
}

/** Who looks at a page of the desk; whoever has not signed in, or not wholly, is led there first. */
export async function requireStaff(): Promise<StaffSession> {
  const session = await currentStaff();
  if (session?.stage === "open") return session;
  return leaveFor(
    session ? "/desk/second-factor" : `/desk/sign-in?to=${encodeURIComponent(await ownPath())}`,
  );
}

/** What was typed on this page when the session had ended, for the same member. */
export async function heldHere(session: StaffSession): Promise<Held["fields"] | undefined> {
  const held = await heldFor(session.actor.id, await deskCookie("held"), new Date());
  return held?.path === (await ownPath()) ? held.fields : undefined;
}

export async function leaveFor(href: string): Promise<never> {
  return redirect({ href, locale: await getLocale() });
}

/** A page of the desk that an address may lead to after signing in; anything else is the desk itself. */
export function deskPath(to: unknown): string {
  return typeof to === "string" && /^\/desk(\/[\w-]+)*$/.test(to) ? to : "/desk";
}

/** The page that shows new recovery codes, once. */
export const CODES_PATH = "/desk/second-factor/codes";

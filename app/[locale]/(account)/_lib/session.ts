import { getLocale } from "next-intl/server";
import { createHttpOnlyCookie } from "@/app/[locale]/_lib/http-only-cookie";
import type { HeaderAccount } from "@/components/layout/account-menu";
import { redirect } from "@/lib/i18n/navigation";
import { isMinor } from "@/lib/people/accounts/family-role";
import {
  endSession,
  findSessionHeader,
  findSessionPerson,
  type NewSession,
} from "@/lib/people/accounts/sessions";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { getSchoolToday } from "@/lib/school/settings";

const session = createHttpOnlyCookie("session");
const device = createHttpOnlyCookie("device");
/** What `lib/family/guardians/verbs.ts` makes. */
export const guardianTokenCookie = createHttpOnlyCookie("guardian");

export const readSessionToken = session.read;

/** The id of the person who is signed in. */
export async function getSignedInPersonId(): Promise<string | undefined> {
  return findSessionPerson(await session.read(), new Date());
}

/** Whose menu stands in the header; asked only where the cookie is, and nobody's while the database is away. */
export async function getHeaderAccount(): Promise<HeaderAccount | undefined> {
  try {
    const face = await findSessionHeader(await session.read(), new Date());
    return face && { name: face.name, isMinor: isMinor(face.birthDate, await getSchoolToday()) };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

/** Who looks at a page of the account; whoever has not signed in is led there first. */
export async function requirePersonId(): Promise<string> {
  const personId = await getSignedInPersonId();
  return personId ?? redirect({ href: "/sign-in", locale: await getLocale() });
}

export async function setSessionCookies(signedIn: NewSession) {
  await session.keep(signedIn.token, { expires: signedIn.expiresAt });
  await device.keep(signedIn.device, { maxAge: 180 * 24 * 3600 });
}

/** What this browser was given when somebody signed in before; signing out leaves it. */
export const readDeviceCookie = device.read;

export async function endCurrentSession() {
  await endSession(await session.read());
  await session.drop();
}

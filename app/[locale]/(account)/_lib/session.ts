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
/** The token is created by `lib/family/guardians/verbs.ts`. */
export const guardianTokenCookie = createHttpOnlyCookie("guardian");

export const readSessionToken = session.read;

export async function getSignedInPersonId(): Promise<string | undefined> {
  return findSessionPerson(await session.read(), new Date());
}

/** The account menu. Queries only if there is a cookie; nobody while the database is unavailable. */
export async function getHeaderAccount(): Promise<HeaderAccount | undefined> {
  try {
    const person = await findSessionHeader(await session.read(), new Date());
    return (
      person && {
        name: person.name,
        isMinor: isMinor(person.birthDate, await getSchoolToday()),
        hasPassword: person.account?.hasPassword === true,
      }
    );
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

/** Redirects to sign-in without a session. */
export async function requirePersonId(): Promise<string> {
  const personId = await getSignedInPersonId();
  return personId ?? redirect({ href: "/sign-in", locale: await getLocale() });
}

export async function setSessionCookies(signedIn: NewSession) {
  await session.set(signedIn.token, { expires: signedIn.expiresAt });
  await device.set(signedIn.device, { maxAge: 180 * 24 * 3600 });
}

/** Set at the first sign-in; kept after signing out. */
export const readDeviceCookie = device.read;

export async function endCurrentSession() {
  await endSession(await session.read());
  await session.delete();
}

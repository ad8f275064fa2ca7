import { cookies, headers } from "next/headers";
import { endSession, type NewSession, personOfSession } from "@/lib/accounts/sessions";
import { requestReached } from "@/lib/page-answer";
import { publicUrl } from "@/lib/school/settings";

/** Where served by TLS, the browser itself keeps other hosts and plain HTTP from setting it. */
const secure = () => publicUrl().startsWith("https:");
const named = (name: string) => (secure() ? `__Host-${name}` : name);
const cookieName = () => named("session");
const deviceName = () => named("device");

/** The id of the person who is signed in. */
export async function signedInPerson(): Promise<string | undefined> {
  return personOfSession((await cookies()).get(cookieName())?.value, new Date());
}

export async function keepSession({ token, expiresAt, device }: NewSession) {
  const store = await cookies();
  const options = { httpOnly: true, secure: secure(), sameSite: "lax", path: "/" } as const;
  store.set(cookieName(), token, { ...options, expires: expiresAt });
  store.set(deviceName(), device, { ...options, maxAge: 180 * 24 * 3600 });
}

/** What this browser was given when somebody signed in before; signing out leaves it. */
export async function knownDevice(): Promise<string | undefined> {
  return (await cookies()).get(deviceName())?.value;
}

export async function dropSession() {
  const store = await cookies();
  await endSession(store.get(cookieName())?.value);
  store.delete({ name: cookieName(), path: "/", secure: secure() });
}

/** Who asks, for limits; `server.ts` puts the judged address here, whatever the browser claims. */
export async function requesterAddress(): Promise<string> {
  requestReached();
  return (await headers()).get("x-forwarded-for") ?? "";
}

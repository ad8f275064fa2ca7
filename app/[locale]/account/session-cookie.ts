import { cookies, headers } from "next/headers";
import { endSession, type NewSession, personOfSession } from "@/lib/accounts/sessions";
import { requestReached } from "@/lib/page-answer";
import { publicUrl } from "@/lib/school/settings";

/** Where served by TLS, the browser itself keeps other hosts and plain HTTP from setting it. */
const secure = () => publicUrl().startsWith("https:");
const cookieName = () => (secure() ? "__Host-session" : "session");

/** The id of the person who is signed in. */
export async function signedInPerson(): Promise<string | undefined> {
  return personOfSession((await cookies()).get(cookieName())?.value, new Date());
}

export async function keepSession({ token, expiresAt }: NewSession) {
  (await cookies()).set(cookieName(), token, {
    httpOnly: true,
    secure: secure(),
    sameSite: "lax",
    path: "/",
    expires: expiresAt,
  });
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

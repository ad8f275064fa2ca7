import { cookies } from "next/headers";
import { cookieName, type OwnCookie } from "@/lib/platform/own-cookies";
import { publicUrl } from "@/lib/school/settings";

const secure = () => publicUrl().startsWith("https:");

/** A cookie with a secret that only this server reads; it is kept and dropped in actions only. */
export function ownCookie(plainName: OwnCookie) {
  const name = () => cookieName(plainName, secure());
  const options = () => ({ httpOnly: true, secure: secure(), sameSite: "lax", path: "/" }) as const;
  return {
    read: async () => (await cookies()).get(name())?.value,
    keep: async (value: string, until: { expires: Date } | { maxAge: number }) => {
      (await cookies()).set(name(), value, { ...options(), ...until });
    },
    drop: async () => {
      (await cookies()).set(name(), "", { ...options(), maxAge: 0 });
    },
  };
}

import { cookies } from "next/headers";
import { publicUrl } from "@/lib/school/settings";

/** Where served by TLS, the browser itself keeps other hosts and plain HTTP from setting it. */
const secure = () => publicUrl().startsWith("https:");

/** A cookie with a secret that only this server reads; it is kept and dropped in actions only. */
export function ownCookie(plainName: string) {
  const name = () => (secure() ? `__Host-${plainName}` : plainName);
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

import { cookies } from "next/headers";
import { isHttps } from "@/lib/platform/env";
import { getCookieName } from "@/lib/platform/page-request";

/** A secret cookie for this server; set and deleted in actions only. */
export function createHttpOnlyCookie(plainName: Parameters<typeof getCookieName>[0]) {
  const name = () => getCookieName(plainName);
  const options = () => ({ httpOnly: true, secure: isHttps(), sameSite: "lax", path: "/" }) as const;
  return {
    read: async () => (await cookies()).get(name())?.value,
    set: async (value: string, expiry: { expires: Date } | { maxAge: number }) => {
      (await cookies()).set(name(), value, { ...options(), ...expiry });
    },
    delete: async () => {
      (await cookies()).set(name(), "", { ...options(), maxAge: 0 });
    },
  };
}

import { Secret, TOTP } from "otpauth";

export const STAFF_PASSWORD = "nube silla catorce farol";

/** What an app on a phone shows, from the key as a person types it. */
export function getTotpCode(key: string, now: Date): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: now.getTime() });
}

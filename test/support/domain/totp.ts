import { Secret, TOTP } from "otpauth";

export const STAFF_PASSWORD = "nube silla catorce farol";

/** The code of a TOTP key. */
export function getTotpCode(key: string, now: Date): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  return totp.generate({ timestamp: now.getTime() });
}

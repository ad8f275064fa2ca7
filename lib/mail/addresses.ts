/** The domain of generated e-mail addresses (4.4-9), reserved by RFC 2606. */
export const GENERATED_EMAIL_DOMAIN = "no-email.invalid";

/** The form in which an e-mail address is unique: trimmed, NFC, lower case. */
export function toEmailKey(value: string): string {
  return value.trim().normalize("NFC").toLowerCase();
}

/** Masks an address as `a•••@example.org`: its owner recognises it, nobody else can read it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}•••${email.slice(at)}`;
}

export function isDeliverable(email: string): boolean {
  return !toEmailKey(email).endsWith(`@${GENERATED_EMAIL_DOMAIN}`);
}

/** The domain of the addresses that rule 4.4-9 makes up; RFC 2606 keeps it from ever existing. */
export const GENERATED_EMAIL_DOMAIN = "no-email.invalid";

/** The form in which an e-mail is unique in the system: trimmed, composed, lower case. */
export function toEmailKey(value: string): string {
  return value.trim().normalize("NFC").toLowerCase();
}

/** `a•••@example.org`: enough to recognise, too little to read. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}•••${email.slice(at)}`;
}

/** Whether a message can be sent there: not to an address that the system made up (4.4-9). */
export function isDeliverable(email: string): boolean {
  return !toEmailKey(email).endsWith(`@${GENERATED_EMAIL_DOMAIN}`);
}

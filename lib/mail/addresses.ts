/** The domain of the addresses that rule 4.4-9 makes up; RFC 2606 keeps it from ever existing. */
export const NO_EMAIL_DOMAIN = "no-email.invalid";

/** The form in which an e-mail is unique in the system: trimmed, composed, lower case. */
export function emailKey(value: string): string {
  return value.trim().normalize("NFC").toLowerCase();
}

/** `a•••@example.org`: enough to recognise, too little to read. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}•••${email.slice(at)}`;
}

/** Whether a message can be sent there: not to an address that the system made up (4.4-9). */
export function hasMailbox(email: string): boolean {
  return !emailKey(email).endsWith(`@${NO_EMAIL_DOMAIN}`);
}

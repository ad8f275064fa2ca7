import { encrypt, decrypt } from "@/lib/platform/cipher";

const LASTS_MS = 3600 * 1000;

/** What a named guardian's browser keeps once it has given the child's birth date: for an hour, for them alone. */
export const createGuardianToken = (personId: string, studentId: string, now: Date): string =>
  encrypt(JSON.stringify({ studentId, until: now.getTime() + LASTS_MS }), context(personId)).toString(
    "base64url",
  );

/** The child whose birth date was given in this browser; undefined when none was, or too long ago. */
export function readGuardianToken(pass: string | undefined, personId: string, now: Date): string | undefined {
  if (!pass) return;
  const opened = decrypt(Buffer.from(pass, "base64url"), context(personId));
  if (opened === undefined) return;
  const { studentId, until } = JSON.parse(opened) as { studentId: string; until: number };
  return now.getTime() < until ? studentId : undefined;
}

const context = (personId: string) => Buffer.from(`guardian ${personId}`);

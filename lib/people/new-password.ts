import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { type AttemptKeys, withAttemptLimit } from "./limits";
import { hashPassword, verifyPassword } from "./password-hash";
import { findPasswordIssue } from "./password-rules";
import { type ActionIssue, ActionError } from "./verb";

/**
 * Lets a new password pass.
 *
 * @param known names and addresses of whose it is: it may not be made of them, nor of the school's name
 * @param others what else is wrong with what was typed beside it
 * @throws Refused
 */
export async function validateNewPassword(password: string, known: (string | null)[], others: ActionIssue[] = []) {
  const { school_name } = await getSettings();
  const code = findPasswordIssue(password, [...known, school_name]);
  const issues = code ? [...others, { field: "password", code }] : others;
  if (issues.length > 0) throw new ActionError(...issues);
}

/** A name as it is kept: one line of whole characters. */
export const normaliseName = (text: string) =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .trim();

/** What is wrong with a name that may have so many characters. */
export function findNameIssues(field: "name" | "surname", text: string, most: number): ActionIssue[] {
  const length = [...normaliseName(text)].length;
  if (length === 0) return [{ field, code: "required" }];
  return length > most ? [{ field, code: "too_long" }] : [];
}

/** The password of whoever is signed in, of a family or of the staff. */
type PasswordOwner<Done> = {
  /** Their names and addresses. */
  known: (string | null)[];
  stored: string | null | undefined;
  counted: AttemptKeys;
  /** Puts the new one in the place of `before` and ends what that had opened; undefined where it is no longer there. */
  write: (
    tx: Prisma.TransactionClient,
    hashes: { passwordHash: string; before: string },
  ) => Promise<Done | undefined>;
};

/**
 * Changes a password for whoever knows the present one; of two changes at once the later one finds another than it
 * was asked with.
 *
 * @throws Refused
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changePassword<Done>(
  { current, password }: { current: string; password: string },
  { known, stored: before, counted, write }: PasswordOwner<Done>,
): Promise<Done> {
  await validateNewPassword(password, known);
  const right = await withAttemptLimit(counted, async () => (await verifyPassword(current, before)) || undefined);
  if (right === "limited") throw new ActionError({ code: "limited" });
  const passwordHash = right === true ? await hashPassword(password) : undefined;
  const done =
    passwordHash && before && (await prisma().$transaction((tx) => write(tx, { passwordHash, before })));
  if (!done) throw new ActionError({ field: "current", code: "wrong" });
  return done;
}

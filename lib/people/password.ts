import { dictionary } from "@zxcvbn-ts/language-common";
import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { singleton } from "@/lib/platform/singleton";
import { getSettings } from "@/lib/school/settings";
import common from "./common-passwords.json" with { type: "json" };
import { type AttemptKeys, withAttemptLimit } from "./limits";
import { hashPassword, verifyPassword } from "./password-hash";
import { DomainError, type DomainIssue } from "./verb";

const PASSWORD_MIN = 15;
const PASSWORD_MAX = 200;

type PasswordIssue = "required" | "too_short" | "too_long" | "too_common";

/** The minimum of characters that remain after removing common and known words. */
const OWN_CHARACTERS = 8;

/**
 * Checks a password by NIST SP 800-63B-4 (3.1.1.2): at least 15 characters, and not easily guessed (common words,
 * sequences, repetitions, the person's own name and address). Any characters are allowed, no mixture is required.
 * @param known names and addresses of the person and the school
 */
export function findPasswordIssue(password: string, known: (string | null)[]): PasswordIssue | undefined {
  const characters = [...password.normalize("NFKC")];
  if (characters.length === 0) return "required";
  if (characters.length < PASSWORD_MIN) return "too_short";
  if (characters.length > PASSWORD_MAX) return "too_long";
  if (getCommonPasswords().has(folded(password))) return "too_common";
  if (removeKnownWords(password, known).length < OWN_CHARACTERS) return "too_common";
}

/**
 * Validates a new password.
 * @param known the owner's names and addresses, which it may not consist of (nor of the school's name)
 * @param others errors of other fields
 * @throws DomainError
 */
export async function validateNewPassword(
  password: string,
  known: (string | null)[],
  others: DomainIssue[] = [],
) {
  const { school_name } = await getSettings();
  const code = findPasswordIssue(password, [...known, school_name]);
  const issues = code ? [...others, { field: "password", code }] : others;
  if (issues.length > 0) throw new DomainError(...issues);
}

/** A name as it is stored: one trimmed line, NFC. */
export const normaliseName = (text: string) =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .trim();

/** Validates a name of at most `most` characters. */
export function findNameIssues(field: "name" | "surname", text: string, most: number): DomainIssue[] {
  const length = [...normaliseName(text)].length;
  if (length === 0) return [{ field, code: "required" }];
  return length > most ? [{ field, code: "too_long" }] : [];
}

/** The data of a signed-in family member or member of staff. */
type PasswordOwner<Done> = {
  /** The owner's names and addresses. */
  known: (string | null)[];
  stored: string | null | undefined;
  counted: AttemptKeys;
  /** Replaces the hash `before` and ends existing access; undefined when the hash has changed meanwhile. */
  write: (
    tx: Prisma.TransactionClient,
    hashes: { passwordHash: string; before: string },
  ) => Promise<Done | undefined>;
};

/**
 * Changes a password after checking the current one; of two concurrent changes the second fails.
 * @throws DomainError
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changePassword<Done>(
  { current, password }: { current: string; password: string },
  { known, stored: before, counted, write }: PasswordOwner<Done>,
): Promise<Done> {
  await validateNewPassword(password, known);
  const right = await withAttemptLimit(
    counted,
    async () => (await verifyPassword(current, before)) || undefined,
  );
  if (right === "limited") throw new DomainError({ code: "limited" });
  const passwordHash = right === true ? await hashPassword(password) : undefined;
  const done =
    passwordHash && before && (await prisma().$transaction((tx) => write(tx, { passwordHash, before })));
  if (!done) throw new DomainError({ field: "current", code: "wrong" });
  return done;
}

function removeKnownWords(password: string, known: (string | null)[]): string {
  // Split before folding, which turns an @ into a letter.
  const parts = known.flatMap((text) => (text ?? "").normalize("NFKC").split(/[^\p{L}\p{N}]+/u));
  const own = parts.map(folded);
  const words = [...common, ...own.filter((word) => word.length > 2)].sort((a, b) => b.length - a.length);
  let rest = removeCommonPassword(folded(password));
  for (const word of words) rest = rest.replaceAll(word, "");
  return removeRepetitions(rest).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Removes a common password between digits or signs, so that only those count. */
function removeCommonPassword(text: string): string {
  const [core = ""] = /\p{L}.*\p{L}/u.exec(text) ?? [];
  return getCommonPasswords().has(core) ? text.replace(core, "") : text;
}

/** The fifty thousand most common passwords, folded for comparison. */
const getCommonPasswords = () =>
  singleton(
    "common passwords",
    () => new Set(dictionary["passwords-common"].map((word) => folded(String(word)))),
  );

/** Counts a repeated block once: `aaaa…`, `abcabc…`. */
function removeRepetitions(text: string): string {
  return text.replace(/(.{1,12}?)\1{2,}/gu, "$1");
}

/** Lower case, without accents and common substitutions. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("@", "a")
    .replaceAll("$", "s");
}

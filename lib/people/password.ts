import { dictionary } from "@zxcvbn-ts/language-common";
import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";
import { singleton } from "@/lib/platform/singleton";
import { foldText } from "@/lib/platform/text";
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
 * @param ownTerms names and addresses of the person and the school
 */
export function findPasswordIssue(password: string, ownTerms: (string | null)[]): PasswordIssue | undefined {
  const characters = [...password.normalize("NFKC")];
  if (characters.length === 0) return "required";
  if (characters.length < PASSWORD_MIN) return "too_short";
  if (characters.length > PASSWORD_MAX) return "too_long";
  if (getCommonPasswords().has(foldPassword(password))) return "too_common";
  if (removeKnownWords(password, ownTerms).length < OWN_CHARACTERS) return "too_common";
}

/**
 * Validates a new password.
 * @param ownTerms the owner's names and addresses, which it may not consist of (nor of the school's name)
 * @param otherIssues errors of other fields
 * @throws DomainError
 */
export async function validateNewPassword(
  password: string,
  ownTerms: (string | null)[],
  otherIssues: DomainIssue[] = [],
) {
  const { school_name } = await getSettings();
  const code = findPasswordIssue(password, [...ownTerms, school_name]);
  const issues = code ? [...otherIssues, { field: "password", code }] : otherIssues;
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
export function findNameIssues(field: "name" | "surname", text: string, maxLength: number): DomainIssue[] {
  const length = [...normaliseName(text)].length;
  if (length === 0) return [{ field, code: "required" }];
  return length > maxLength ? [{ field, code: "too_long" }] : [];
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
  const attempt = await withAttemptLimit(
    counted,
    async () => (await verifyPassword(current, before)) || undefined,
  );
  if (attempt === "limited") throw new DomainError({ code: "limited" });
  const passwordHash = attempt === true ? await hashPassword(password) : undefined;
  const result =
    passwordHash && before && (await prisma().$transaction((tx) => write(tx, { passwordHash, before })));
  if (!result) throw new DomainError({ field: "current", code: "wrong" });
  return result;
}

function removeKnownWords(password: string, ownTerms: (string | null)[]): string {
  // Split before folding, which turns an @ into a letter.
  const parts = ownTerms.flatMap((text) => (text ?? "").normalize("NFKC").split(/[^\p{L}\p{N}]+/u));
  const ownWords = parts.map(foldPassword).filter((word) => word.length > 2);
  const words = [...common, ...ownWords].sort((a, b) => b.length - a.length);
  let rest = removeCommonPassword(foldPassword(password));
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
    () => new Set(dictionary["passwords-common"].map((word) => foldPassword(String(word)))),
  );

/** Counts a repeated block once: `aaaa…`, `abcabc…`. */
function removeRepetitions(text: string): string {
  return text.replace(/(.{1,12}?)\1{2,}/gu, "$1");
}

/** Lower case, without accents and common substitutions. */
function foldPassword(text: string): string {
  return foldText(text.normalize("NFKD")).replaceAll("@", "a").replaceAll("$", "s");
}

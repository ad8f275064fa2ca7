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

/** Characters that must remain when what everybody would guess first is taken away. */
const OWN_CHARACTERS = 8;

/**
 * What NIST SP 800-63B-4 (3.1.1.2) has against a password that stands alone: fewer than 15
 * characters, or one that is guessed first: common words, runs, repetitions, the person's own name and
 * address. Any character counts; no mixture is asked for.
 *
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
 * Lets a new password pass.
 *
 * @param known names and addresses of whose it is: it may not be made of them, nor of the school's name
 * @param others what else is wrong with what was typed beside it
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

/** A name as it is kept: one line of whole characters. */
export const normaliseName = (text: string) =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .trim();

/** What is wrong with a name that may have so many characters. */
export function findNameIssues(field: "name" | "surname", text: string, most: number): DomainIssue[] {
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
  // Before it is folded: the @ of an address is no letter.
  const parts = known.flatMap((text) => (text ?? "").normalize("NFKC").split(/[^\p{L}\p{N}]+/u));
  const own = parts.map(folded);
  const words = [...common, ...own.filter((word) => word.length > 2)].sort((a, b) => b.length - a.length);
  let rest = removeCommonPassword(folded(password));
  for (const word of words) rest = rest.replaceAll(word, "");
  return unrepeated(rest).replace(/[^\p{L}\p{N}]/gu, "");
}

/** A password of the list with digits or signs around it is worth what is around it. */
function removeCommonPassword(text: string): string {
  const [core = ""] = /\p{L}.*\p{L}/u.exec(text) ?? [];
  return getCommonPasswords().has(core) ? text.replace(core, "") : text;
}

/** The fifty thousand passwords that are tried first, in the form in which they are compared. */
const getCommonPasswords = () =>
  singleton(
    "guessed first",
    () => new Set(dictionary["passwords-common"].map((word) => folded(String(word)))),
  );

/** A block that is written again and again counts once: `aaaa…`, `abcabc…`. */
function unrepeated(text: string): string {
  return text.replace(/(.{1,12}?)\1{2,}/gu, "$1");
}

/** Lower case, without accents, common substitutions undone. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("@", "a")
    .replaceAll("$", "s");
}

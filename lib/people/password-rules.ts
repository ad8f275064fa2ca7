import { dictionary } from "@zxcvbn-ts/language-common";
import { singleton } from "@/lib/platform/singleton";
import common from "./common-passwords.json" with { type: "json" };

export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 200;

export type PasswordIssue = "required" | "too_short" | "too_long" | "too_common";

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

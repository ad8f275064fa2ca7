import tlds from "tlds" with { type: "json" };
import { addElision } from "@/lib/i18n/sounds";
import { sanitiseText, type MailContext } from "./parts";

const topLevelDomains = new Set(tlds);
const LONGEST = 20;

/** Names as a message says them; "" where it says none. */
type Names = Record<"name" | "student" | "guardian", string>;

/**
 * How a message names its reader, the students and the first guardian, in its body and in its subject.
 *
 * Whoever sends a form chooses the names and whom they go to: an address that nobody has confirmed gets the first
 * word of each and no name in the subject, or the school would carry a stranger's words to anybody. `students` are
 * they one by one, "" for whom nothing is said.
 */
export function getDisplayNames(
  {
    confirmed,
    name = "",
    students = [],
    guardian = "",
  }: Pick<MailContext, "confirmed" | "name" | "students" | "guardian">,
  locale: string,
) {
  const say = confirmed ? sanitiseText : (text: string) => sanitiseText(toFirstName(text));
  const each = students.map(say);
  const said = each.filter((student) => student !== "");
  const names: Names = {
    name: say(name),
    student: new Intl.ListFormat(locale).format(said),
    guardian: say(guardian),
  };
  return { inBody: addElision(names), inSubject: addElision(confirmed ? names : NO_NAMES), students: each };
}

const NO_NAMES: Names = { name: "", student: "", guardian: "" };

/** The first word of a name, at most 20 characters; none of one that a mail program would make a link of. */
export function toFirstName(name: string): string {
  if (looksLikeLink(name)) return "";
  const [word = ""] = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .split(/\s+/);
  return WORD.test(word) ? [...word].slice(0, LONGEST).join("") : "";
}

/** Without digits and signs that join words: `Gana_1000_EUR` is no first name. */
const WORD = /^['’]?\p{L}[\p{L}\p{M}'’·.-]*$/u;

function looksLikeLink(name: string): boolean {
  const plain = name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .replaceAll("。", ".")
    .toLowerCase();
  const labels = [...plain.matchAll(/\.([\p{L}\p{M}\p{N}-]+)/gu)].map(([, label = ""]) => label);
  return (
    /:\/\/|www\./.test(plain) || labels.some((label) => topLevelDomains.has(label) || /^xn--/.test(label))
  );
}

import { toEmailKey } from "@/lib/mail/addresses";
import type { Answers, RawInput } from "@/lib/wizard/types";

/** Where what is sent to `name+tag@` is known to arrive at `name@`. */
const TAKE_TAGS = new Set([
  "fastmail.com",
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "hotmail.es",
  "icloud.com",
  "live.com",
  "me.com",
  "outlook.com",
  "outlook.es",
  "pm.me",
  "proton.me",
  "protonmail.com",
]);

/** What stands before the @ has so many characters at most (RFC 5321). */
const MAX_LOCAL = 64;
const MIN_TAG = 8;

/**
 * A child's address that arrives at its guardian's (families 35): the name as a tag, in plain letters, with a
 * number where that is taken.
 *
 * @returns undefined where such an address is not known to arrive
 */
export function createTaggedEmail(guardianEmail: unknown, name: unknown, taken: readonly unknown[] = []) {
  const [mailbox, domain] = split(guardianEmail);
  if (!TAKE_TAGS.has(domain) || mailbox.length + MIN_TAG > MAX_LOCAL) return;
  const tag = plain(String(name ?? "")) || "child";
  const used = new Set(taken.flatMap((one) => (typeof one === "string" ? [toEmailKey(one)] : [])));
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : String(number);
    const room = MAX_LOCAL - mailbox.length - 1 - suffix.length;
    const email = `${mailbox}+${tag.slice(0, room)}${suffix}@${domain}`;
    if (!used.has(toEmailKey(email))) return email;
  }
}

/** What was typed, where a child without an address of its own needs one and none can be made: what is typed then is its own. */
export const readOwnEmail = (
  typed: RawInput,
  { guardian_email }: Answers,
  { minorsWithoutEmail }: { minorsWithoutEmail: boolean },
): RawInput =>
  typed.has_student_email === "no" &&
  typed.student_email &&
  !minorsWithoutEmail &&
  createTaggedEmail(guardian_email, "") === undefined
    ? { ...typed, has_student_email: "yes" }
    : typed;

/**
 * Answers with the address of a child that has none of its own, where the law asks for one (4.4-9).
 *
 * @param before the answers with which they are compared
 * @param taken addresses that are somebody else's already
 */
export function addChildEmail(
  values: Answers,
  before: Answers,
  { minorsWithoutEmail }: { minorsWithoutEmail: boolean },
  taken: readonly unknown[] = [],
): Answers {
  const { has_student_email, student_name, second_guardian_email, guardian_email } = { ...before, ...values };
  if (has_student_email !== "no" || minorsWithoutEmail) return values;
  const others = [guardian_email, second_guardian_email, ...taken];
  return { ...values, student_email: createTaggedEmail(guardian_email, student_name, others) };
}

/** The mailbox itself, without a tag that it has already. */
function split(email: unknown): [mailbox: string, domain: string] {
  const [local = "", domain = ""] = typeof email === "string" ? email.split("@") : [];
  return [local.split("+")[0] ?? "", domain.toLowerCase()];
}

const plain = (name: string) =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

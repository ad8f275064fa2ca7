import { toEmailKey } from "@/lib/mail/addresses";
import { foldText } from "@/lib/platform/text";
import type { Answers, RawInput } from "@/lib/wizard/types";

/** Providers that deliver `name+tag@` to `name@`. */
const TAGGING_PROVIDERS = new Set([
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

/** Maximum length of the part before the @ (RFC 5321). */
const MAX_LOCAL = 64;
const MIN_TAG = 8;

/**
 * An address for a child that its guardian's mailbox receives (families 35): the first name as a tag in plain letters,
 * with a number when it is taken.
 * @returns undefined when the provider is not known to support tags
 */
export function createTaggedEmail(guardianEmail: unknown, name: unknown, used: readonly unknown[] = []) {
  const [mailbox, domain] = splitEmail(guardianEmail);
  if (!TAGGING_PROVIDERS.has(domain) || mailbox.length + MIN_TAG > MAX_LOCAL) return;
  const tag = foldText(String(name ?? "")).replace(/[^a-z0-9]/g, "") || "child";
  const usedKeys = new Set(used.flatMap((email) => (typeof email === "string" ? [toEmailKey(email)] : [])));
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : String(number);
    const room = MAX_LOCAL - mailbox.length - 1 - suffix.length;
    const email = `${mailbox}+${tag.slice(0, room)}${suffix}@${domain}`;
    if (!usedKeys.has(toEmailKey(email))) return email;
  }
}

/** The typed address where a child needs one and none can be generated. */
export const readOwnEmail = (
  input: RawInput,
  { guardian_email }: Answers,
  { minorsWithoutEmail }: { minorsWithoutEmail: boolean },
): RawInput =>
  input.has_student_email === "no" &&
  input.student_email &&
  !minorsWithoutEmail &&
  createTaggedEmail(guardian_email, "") === undefined
    ? { ...input, has_student_email: "yes" }
    : input;

/**
 * Adds a generated address for a child without one where the law requires it (4.4-9).
 * @param others answers of other steps, to compare with
 * @param otherEmails addresses of other people
 */
export function addChildEmail(
  values: Answers,
  others: Answers,
  { minorsWithoutEmail }: { minorsWithoutEmail: boolean },
  otherEmails: readonly unknown[] = [],
): Answers {
  const { has_student_email, student_name, second_guardian_email, guardian_email } = { ...others, ...values };
  if (has_student_email !== "no" || minorsWithoutEmail) return values;
  const used = [guardian_email, second_guardian_email, ...otherEmails];
  return { ...values, student_email: createTaggedEmail(guardian_email, student_name, used) };
}

function splitEmail(email: unknown): [mailbox: string, domain: string] {
  const [local = "", domain = ""] = typeof email === "string" ? email.split("@") : [];
  return [local.split("+")[0] ?? "", domain.toLowerCase()];
}

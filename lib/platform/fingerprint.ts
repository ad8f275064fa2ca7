import { createHash } from "node:crypto";

/** Names a value: the same content has the same fingerprint, in whatever order its keys stand. */
export const fingerprintOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value, sortKeys)).digest("base64url").slice(0, 22);

const sortKeys = (_: string, value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The hidden field with the fingerprints of what its page displays. */
export const SHOWN = "shown";

/** What a page displays, by part; a part's name has neither a space nor "=". */
export type Parts = Readonly<Record<string, unknown>>;

/** What a page says in its hidden field. */
export const shownOf = (parts: Parts): string =>
  Object.entries(parts)
    .map(([name, part]) => `${name}=${fingerprintOf(part)}`)
    .join(" ");

/**
 * The parts that are not, or no longer, as the page displayed them. A post without the field comes from no page that
 * displayed anything: then all parts are.
 */
export function changedParts(posted: unknown, parts: Parts): string[] {
  const named = (text: string) =>
    new Map(text.split(" ").map((one) => one.split("=", 2) as [string, string]));
  const before = named(typeof posted === "string" ? posted : "");
  const now = named(shownOf(parts));
  return [...new Set([...before.keys(), ...now.keys()])].filter(
    (name) => name !== "" && before.get(name) !== now.get(name),
  );
}

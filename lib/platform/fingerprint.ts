import { createHash } from "node:crypto";

/** A hash of a value that does not depend on the order of its keys. */
export const fingerprintOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value, sortKeys)).digest("base64url").slice(0, 22);

const sortKeys = (_: string, value: unknown) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The hidden field with the fingerprints of the data that its page displays. */
export const SHOWN = "shown";

/** The data that a page displays, by name; a name has neither a space nor "=". */
export type Parts = Readonly<Record<string, unknown>>;

export const shownOf = (parts: Parts): string =>
  Object.entries(parts)
    .map(([name, part]) => `${name}=${fingerprintOf(part)}`)
    .join(" ");

/** The names of the parts that changed since the page displayed them; all parts for a post without the field. */
export function changedParts(posted: unknown, parts: Parts): string[] {
  const parse = (text: string) =>
    new Map(text.split(" ").map((pair) => pair.split("=", 2) as [string, string]));
  const displayed = parse(typeof posted === "string" ? posted : "");
  const current = parse(shownOf(parts));
  return [...new Set([...displayed.keys(), ...current.keys()])].filter(
    (name) => name !== "" && displayed.get(name) !== current.get(name),
  );
}

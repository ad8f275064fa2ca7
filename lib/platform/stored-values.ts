/** PostgreSQL's largest `integer`. */
export const MAX_INTEGER = 2_147_483_647;

/** Nothing that a request is asked for is nested deeper than four. */
const MAX_DEPTH = 32;

/**
 * Whether every text in a value can be stored as it stands: PostgreSQL knows neither NUL nor half of a surrogate
 * pair. A value nested deeper than 32 is refused too, so that whatever walks it needs no limit of its own.
 */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  const members = Array.isArray(value) ? value : Object.entries(value).flat();
  return members.every((member) => isStorable(member, depth + 1));
}

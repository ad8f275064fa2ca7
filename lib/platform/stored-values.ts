/** PostgreSQL's largest `integer`. */
export const MAX_INTEGER = 2_147_483_647;

/** Real requests are nested at most four deep. */
const MAX_DEPTH = 32;

/** PostgreSQL stores neither NUL nor half a surrogate pair. Also false for a value nested too deep to walk. */
export function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  const members = Array.isArray(value) ? value : Object.entries(value).flat();
  return members.every((member) => isStorable(member, depth + 1));
}

export const normaliseText = (text: string) =>
  text.toWellFormed().normalize("NFC").replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

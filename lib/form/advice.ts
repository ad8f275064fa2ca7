const CHECK_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/**
 * Whether the check letter of a DNI, NIE or NIF does not match its number: advice, never a refusal
 * (wizard 17). A passport, or what has not the form of a number and a letter, is not looked at.
 */
export function letterMismatch(type: string | undefined, number: string): boolean {
  if (type === "passport" || !type) return false;
  const found = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(number);
  if (!found) return false;
  const [, first = "", digits = "", letter] = found;
  if (digits.length !== (first ? 7 : 8)) return false;
  const value = Number(`${first ? "XYZ".indexOf(first) : ""}${digits}`);
  return CHECK_LETTERS[value % 23] !== letter;
}

const DOMAINS = [
  "gmail.com",
  "hotmail.com",
  "hotmail.es",
  "outlook.com",
  "outlook.es",
  "yahoo.es",
  "yahoo.com",
  "icloud.com",
  "telefonica.net",
  "gencat.cat",
  "xtec.cat",
];

/** The well-known domain that an address was probably meant to have; undefined when it looks right. */
export function meantDomain(email: string): string | undefined {
  const domain = email.split("@")[1]?.toLowerCase();
  if (!domain || DOMAINS.includes(domain)) return;
  return DOMAINS.find((known) => distance(domain, known) <= (known.length > 9 ? 2 : 1));
}

/** How many letters must be changed, added, dropped or swapped to get from one word to the other. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    const last = rows[i - 1] as number[];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
        swapped ? ((rows[i - 2] as number[])[j - 2] as number) + 1 : 9,
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 3;
}

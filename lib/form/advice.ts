const CHECK_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

export const documentAdvices = ["letter", "noLetter", "dniForm", "nieForm", "isNie", "isDni"] as const;

export type DocumentAdvice = (typeof documentAdvices)[number];

/**
 * What looks odd about a document's number: advice, never a refusal (W17). Passports are not
 * looked at; a NIF may have other forms than those of people, so only its letter is.
 *
 * @param number upper case, without separators
 */
export function getDocumentAdvice(type: string | undefined, number: string): DocumentAdvice | undefined {
  if (number === "" || !/^(dni|nie|nif)$/.test(type ?? "")) return;
  if (type === "dni" && NIE.test(number)) return "isNie";
  if (type === "nie" && DNI.test(number)) return "isDni";
  const found = DNI.exec(number) ?? NIE.exec(number);
  if (!found) {
    if (type === "nif") return;
    return type === "dni" ? "dniForm" : "nieForm";
  }
  const [, first = "", digits = "", letter = ""] = found;
  if (letter === "") return "noLetter";
  const value = Number(`${first && "XYZ".indexOf(first)}${digits}`);
  return CHECK_LETTERS[value % 23] === letter ? undefined : "letter";
}

const DNI = /^()(\d{8})([A-Z]?)$/;
const NIE = /^([XYZ])(\d{7})([A-Z]?)$/;

/** How many digits national numbers have, by prefix. */
export type PhoneLengths = Readonly<Record<string, readonly number[]>>;

/**
 * What is odd about how long a phone number is: advice, never a refusal (W16). The prefix typed
 * again or a trunk zero before the number, which the server takes away, does not count.
 */
export function getPhoneAdvice(prefix: string, number: string, lengths: PhoneLengths) {
  const usual = lengths[prefix];
  if (!usual?.length || !/^\d+$/.test(number)) return;
  const again = number.startsWith(prefix.slice(1)) ? [number.slice(prefix.length - 1)] : [];
  const read = [number, number.replace(/^0/, ""), ...again];
  if (read.some(({ length }) => usual.includes(length))) return;
  const [least, most] = [Math.min(...usual), Math.max(...usual)];
  return { prefix, usual: least === most ? `${least}` : `${least}–${most}`, count: `${number.length}` };
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

/**
 * The address that was probably meant, for advice: a well-known domain without its slip, and letters, apostrophes and
 * dashes as mailboxes have them. Undefined when it looks right.
 */
export function likelyEmail(email: string): string | undefined {
  const typed = plainSigns(email);
  const at = typed.lastIndexOf("@");
  if (at < 1 || at === typed.length - 1) return;
  const [local, domain] = [typed.slice(0, at), typed.slice(at + 1).toLowerCase()];
  const plain = withoutMarks(local);
  // Other domains may have letters with marks; a mailbox hardly ever has.
  const likely = `${/^[\x21-\x7e]+$/.test(plain) ? plain : local}@${suggestDomain(withoutMarks(domain)) ?? domain}`;
  return likely.toLowerCase() === email.normalize("NFC").toLowerCase() ? undefined : likely;
}

const plainSigns = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201b\u02bc\u00b4\u2032]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, "-");

const withoutMarks = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

function suggestDomain(domain: string): string | undefined {
  if (DOMAINS.includes(domain)) return domain;
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

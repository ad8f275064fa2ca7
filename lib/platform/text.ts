const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);

/** Whether a text has no visible character. Joiners, controls, the empty braille cell and lone accents are invisible. */
export const isBlank = (text: string) =>
  !/[^\s\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** For comparison: lower case without accents. */
export const foldText = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Replaces digits of any script (Arabic, Devanagari, full-width) by 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10); // each script's ten digits are consecutive in Unicode, and some scripts are adjacent
  });

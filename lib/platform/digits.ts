/** Replaces digits of any script (Arabic, Devanagari, full-width) by 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10); // each script's ten digits are consecutive in Unicode, and some scripts are adjacent
  });

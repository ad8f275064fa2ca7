/** Digits of any script (Arabic, Devanagari, full-width) as 0 to 9; everything else stays as it is. */
export const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10); // Unicode keeps each script's ten digits together, some scripts side by side
  });

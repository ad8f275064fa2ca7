/** What a check of the doctor found; `mend` says what to do. Nothing personal and no secret stands in one. */
export type Finding = { level: "ok" | "warning" | "wrong"; words: string; mend?: string };

export const ok = (words: string): Finding => ({ level: "ok", words });
export const warning = (words: string, mend: string): Finding => ({ level: "warning", words, mend });
export const wrong = (words: string, mend: string): Finding => ({ level: "wrong", words, mend });

/** One line, as it is printed. */
export function lineOf(check: string, { level, words, mend }: Finding): string {
  const told = mend ? `${words} → ${mend}` : words;
  return `${level.padEnd(8)} ${check.padEnd(13)} ${told.replace(/\s+/g, " ").trim()}`;
}

/** What a check of the doctor found; `mend` says what to do. Nothing personal and no secret stands in one. */
export type CheckResult = { level: "ok" | "warning" | "wrong"; words: string; mend?: string };

export const ok = (words: string): CheckResult => ({ level: "ok", words });
export const warning = (words: string, mend: string): CheckResult => ({ level: "warning", words, mend });
export const wrong = (words: string, mend: string): CheckResult => ({ level: "wrong", words, mend });

/** One line, as it is printed. */
export function formatCheckResult(check: string, { level, words, mend }: CheckResult): string {
  const told = mend ? `${words} → ${mend}` : words;
  return `${level.padEnd(8)} ${check.padEnd(13)} ${told.replace(/\s+/g, " ").trim()}`;
}

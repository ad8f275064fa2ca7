/** A result of the doctor, as `npm run doctor -- --json` prints it: no personal data, no secret. */
export type CheckResult = { level: "ok" | "warning" | "wrong"; words: string; mend?: string };

export const ok = (words: string): CheckResult => ({ level: "ok", words });
export const warning = (words: string, mend: string): CheckResult => ({ level: "warning", words, mend });
export const wrong = (words: string, mend: string): CheckResult => ({ level: "wrong", words, mend });

export function formatCheckResult(check: string, { level, words, mend }: CheckResult): string {
  const text = mend ? `${words} → ${mend}` : words;
  return `${level.padEnd(8)} ${check.padEnd(13)} ${text.replace(/\s+/g, " ").trim()}`;
}

import { readFile } from "node:fs/promises";
import type { School } from "../servers/school";

/** Patterns of test data, keys, cookies and mail links. */
const secrets = {
  "an e-mail address": /[\w.%-]+(?:@|%40)example\.org/,
  "a surname": /Puig|Roca|Soler/,
  "a street": /Carrer Major|Plaça Nova|Rue de la Loge/,
  "a document": /\b[XP]?\d{8}[A-Z]\b/,
  "a phone number": /600123456|600765432|600555111/,
  "an API key": /mat_(?:live|test)_[0-9A-Za-z]{20,}/,
  "a token": /(?:account-setup\/|matricula_\w+=)[\w-]{20,}/,
};

/** The server's log contains no personal data or secrets (29). */
export async function expectNoPersonalDataInLog({ log }: School) {
  if (!log) return;
  const lines = (await readFile(log, "utf8")).split("\n");
  for (const [kind, pattern] of Object.entries(secrets)) {
    const line = lines.find((line) => pattern.test(line));
    if (line) throw new Error(`The server logged ${kind}: ${line.slice(0, 2_000)}`);
  }
}

import { appendFileSync } from "node:fs";

const noted = new Set<string>();

/**
 * Notes that a call of raw SQL was reached, once a process: a line in the file that RAN_SQL names. The calls come
 * from sites.ts.
 */
globalThis.noteRanSql ??= (site) => {
  if (!process.env.RAN_SQL || noted.has(site)) return;
  noted.add(site);
  appendFileSync(process.env.RAN_SQL, `${site}\n`);
};

declare global {
  var noteRanSql: ((site: string) => void) | undefined;
}

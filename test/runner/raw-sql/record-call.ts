import { appendFileSync } from "node:fs";

const recorded = new Set<string>();

/** Records each reached call once per process, in the file RAN_SQL. call-sites.ts lists the calls. */
globalThis.noteRanSql ??= (site) => {
  if (!process.env.RAN_SQL || recorded.has(site)) return;
  recorded.add(site);
  appendFileSync(process.env.RAN_SQL, `${site}\n`);
};

declare global {
  var noteRanSql: ((site: string) => void) | undefined;
}

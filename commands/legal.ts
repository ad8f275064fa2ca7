import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { withDatabase } from "@/lib/database/open";
import { locales } from "@/lib/i18n/locales";
import { writeEntry } from "@/lib/people/audit";
import { importLegal, type LegalChange } from "@/lib/school/import-legal";
import { readLegal } from "@/lib/school/legal";
import { command, commandLine, runThisProcess, say } from "./command-line";

const USAGE = `The terms and the privacy notice, in versions that are never changed.

  npm run --silent legal -- list
  npm run --silent legal -- export FOLDER              write today's texts there
  npm run --silent legal -- import FOLDER [--dry-run]  make the texts there the ones that count

FOLDER holds terms.es.md, terms.ca.md and terms.en.md, or privacy.….md, or both: Markdown in UTF-8
that begins with “# Title”. {school}, {address}, {mail} and {phone} stand for what the settings say.
A text that differs in any language makes the next version; what was accepted before stays kept.`;

export const legal = commandLine(USAGE, {
  list: command({
    words: [],
    options: {},
    run: async () => {
      const texts = await withDatabase(readLegal);
      const lines = texts.map(
        ({ kind, version, locale, sha256, createdAt }) =>
          `${kind} ${version} ${locale}  ${createdAt.toISOString().slice(0, 10)}  ${sha256}`,
      );
      say(lines.join("\n"));
    },
  }),
  export: command({
    words: ["FOLDER"],
    options: {},
    run: async ([folder = ""]) => {
      const texts = await withDatabase(readLegal);
      await mkdir(folder, { recursive: true });
      for (const { kind, locale, text } of texts)
        await writeFile(path.join(folder, `${kind}.${locale}.md`), text);
      say(`Written: ${texts.map(({ kind, locale }) => `${kind}.${locale}.md`).join(", ")}`);
    },
  }),
  import: command({
    words: ["FOLDER"],
    options: { "dry-run": { type: "boolean" } },
    run: async ([folder = ""], { "dry-run": dryRun = false }) => {
      const changes = await withDatabase(() => importLegal(folder, { locales, dryRun, record }));
      say(changes.map((change) => lineOf(change, dryRun)).join("\n"));
    },
  }),
});

const record: Parameters<typeof importLegal>[1]["record"] = (tx, { kind, version }) =>
  writeEntry(tx, {
    actor: { kind: "command" },
    action: "legal_text_imported",
    object: { kind: "legal_text", id: `${kind} ${version}` },
  });

function lineOf({ kind, version, changed }: LegalChange, dryRun: boolean): string {
  if (changed.length === 0) return `${kind}: nothing differs from version ${version}.`;
  const will = dryRun ? "would become" : "is now";
  return `${kind}: ${will} version ${version} (${changed.join(", ")} ${changed.length === 1 ? "differs" : "differ"}).`;
}

if (import.meta.main) await runThisProcess(legal);

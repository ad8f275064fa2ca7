import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { changeLegalTexts } from "@/lib/desk/texts/verbs";
import { type Locale, locales } from "@/lib/i18n/locales";
import { withDatabase } from "@/lib/platform/database/open-database";
import { prisma } from "@/lib/platform/database/prisma";
import { readTextFile } from "@/lib/platform/files";
import { findLegalProblem, type LegalKind, legalKinds, readLegalTexts } from "@/lib/school/legal";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

const USAGE = `Manages the versions of the terms and the privacy notice. A version never changes.

  npm run --silent legal -- list
  npm run --silent legal -- export FOLDER              write the current texts to FOLDER
  npm run --silent legal -- import FOLDER [--dry-run]  publish the texts in FOLDER

FOLDER contains terms.es.md, terms.ca.md and terms.en.md, or privacy.….md, or both: Markdown in UTF-8
that starts with “# Title”. {school}, {address}, {mail} and {phone} are replaced by the settings.
A change in any language creates the next version. Accepted versions are retained.`;

export const legal = createCommandLine(USAGE, {
  list: defineCommand({
    run: async () => {
      const texts = await withDatabase(() => readLegalTexts());
      const lines = texts.map(
        ({ kind, version, locale, sha256, createdAt }) =>
          `${kind} ${version} ${locale}  ${createdAt.toISOString().slice(0, 10)}  ${sha256}`,
      );
      printLine(lines.join("\n"));
    },
  }),
  export: defineCommand({
    positionals: ["FOLDER"],
    run: async ([folder = ""]) => {
      const texts = await withDatabase(() => readLegalTexts());
      await mkdir(folder, { recursive: true });
      for (const { kind, locale, text } of texts)
        await writeFile(path.join(folder, `${kind}.${locale}.md`), text);
      printLine(`Written: ${texts.map(({ kind, locale }) => `${kind}.${locale}.md`).join(", ")}`);
    },
  }),
  import: defineCommand({
    positionals: ["FOLDER"],
    options: { "dry-run": { type: "boolean" } },
    run: async ([folder = ""], { "dry-run": dryRun = false }) => {
      const texts = await readFolder(folder);
      const changes = await withDatabase(() => importAll(texts, dryRun));
      printLine(changes.map((change) => formatChange(change, dryRun)).join("\n"));
    },
  }),
});

type LegalChange = Awaited<ReturnType<typeof changeLegalTexts>>;

const importAll = (texts: Map<LegalKind, Record<Locale, string>>, dryRun: boolean) =>
  prisma().$transaction(async (tx) => {
    const changes: LegalChange[] = [];
    for (const [kind, versions] of texts)
      changes.push(
        await changeLegalTexts({ kind, ...versions, dryRun }, { kind: "command" }, new Date(), tx),
      );
    return changes;
  });

/** @throws Error with each file's problems */
async function readFolder(folder: string): Promise<Map<LegalKind, Record<Locale, string>>> {
  const problems: string[] = [];
  const texts = new Map<LegalKind, Record<Locale, string>>();
  for (const kind of legalKinds) {
    const files = locales.map((locale) => `${kind}.${locale}.md`);
    const contents = await Promise.all(files.map((file) => readTextFile(path.join(folder, file))));
    if (contents.every((text) => text === undefined)) continue;
    for (const [index, text] of contents.entries()) {
      const problem = text === undefined ? "is missing." : formatProblem(text);
      if (problem) problems.push(`${files[index]} ${problem}`);
    }
    texts.set(
      kind,
      Object.fromEntries(locales.map((locale, index) => [locale, contents[index]])) as Record<Locale, string>,
    );
  }
  if (texts.size === 0) problems.push(`${folder} holds no terms.es.md or privacy.es.md.`);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return texts;
}

function formatProblem(text: string): string | undefined {
  const problem = findLegalProblem(text);
  switch (problem?.code) {
    case "legal_untitled":
      return "does not begin with a line “# Title” and something after it.";
    case "legal_too_long":
      return `is longer than ${problem.most} characters.`;
    case "legal_place_unknown":
      return `speaks of ${problem.place}; known are ${problem.known}.`;
  }
}

function formatChange({ kind, version, changed }: LegalChange, dryRun: boolean): string {
  if (changed.length === 0) return `${kind}: nothing differs from version ${version}.`;
  const verb = dryRun ? "would become" : "is now";
  return `${kind}: ${verb} version ${version} (${changed.join(", ")} ${changed.length === 1 ? "differs" : "differ"}).`;
}

if (import.meta.main) await runCommandLine(legal);

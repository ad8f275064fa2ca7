import { createHash } from "node:crypto";
import path from "node:path";
import type { Prisma } from "@/generated/prisma/client";
import { changed } from "@/lib/platform/changes";
import { prisma } from "@/lib/platform/prisma";
import { readText } from "@/lib/platform/text-file";
import { type LegalKind, legalKinds, readLegal } from "./legal";

/** What an import does to one kind: `version` is the new one, or the one that stays where nothing differs. */
export type LegalChange = { kind: LegalKind; version: number; changed: string[] };

const PLACES = ["school", "address", "mail", "phone"];
const LONGEST = 200_000;

/**
 * Makes the texts of a folder (`terms.es.md`, `terms.ca.md`, …) the ones that count. A kind whose text differs
 * in any language gets its next version in all of them; what was accepted before stays as it was
 * (prisma/sql/functions/refuse_legal_change.sql).
 *
 * @param locales the languages in which each text must be there
 * @param record writes down who did it, in the same transaction
 * @throws Error that names each file with what is wrong with it
 */
export async function importLegal(
  folder: string,
  { locales, dryRun, record }: Import,
): Promise<LegalChange[]> {
  const texts = await readFolder(folder, locales);
  const known = await readLegal();
  const changes = [...texts].map(([kind, ofKind]): LegalChange => {
    const now = known.filter((one) => one.kind === kind);
    const version = now[0]?.version ?? 0;
    const differ = locales.filter(
      (locale) => now.find((one) => one.locale === locale)?.text !== ofKind.get(locale),
    );
    return { kind, version: differ.length > 0 ? version + 1 : version, changed: differ };
  });
  if (dryRun) return changes;
  await prisma().$transaction(async (tx) => {
    for (const change of changes.filter(({ changed }) => changed.length > 0)) {
      const { kind, version } = change;
      const data = [...(texts.get(kind) ?? [])].map(([locale, text]) => ({
        kind,
        version,
        locale,
        text,
        sha256: createHash("sha256").update(text).digest("hex"),
      }));
      await tx.legalText.createMany({ data });
      await record(tx, change);
    }
  });
  changed("settings");
  return changes;
}

type Tx = Prisma.TransactionClient;
type Import = {
  locales: readonly string[];
  dryRun: boolean;
  record: (tx: Tx, change: LegalChange) => Promise<void>;
};
type Texts = Map<LegalKind, Map<string, string>>;

/** Every kind of which there is a file, in every language. */
async function readFolder(folder: string, locales: readonly string[]): Promise<Texts> {
  const problems: string[] = [];
  const texts: Texts = new Map();
  for (const kind of legalKinds) {
    const found = await Promise.all(
      locales.map(
        async (locale) => [locale, await readText(path.join(folder, `${kind}.${locale}.md`))] as const,
      ),
    );
    if (found.every(([, text]) => text === undefined)) continue;
    const ofKind = new Map<string, string>();
    for (const [locale, text] of found) {
      const problem = text === undefined ? "is missing." : problemOf(text);
      if (problem) problems.push(`${kind}.${locale}.md ${problem}`);
      else ofKind.set(locale, text as string);
    }
    texts.set(kind, ofKind);
  }
  if (texts.size === 0) problems.push(`${folder} holds no terms.es.md or privacy.es.md.`);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return texts;
}

function problemOf(text: string): string | undefined {
  if (!/^# \S.*\n\s*\S/.test(text)) return "does not begin with a line “# Title” and something after it.";
  if (text.length > LONGEST) return `is longer than ${LONGEST} characters.`;
  const unknown = [...text.matchAll(/\{(\w*)\}/g)]
    .map(([, name = ""]) => name)
    .find((name) => !PLACES.includes(name));
  return unknown === undefined
    ? undefined
    : `speaks of {${unknown}}; known are ${PLACES.map((name) => `{${name}}`).join(", ")}.`;
}

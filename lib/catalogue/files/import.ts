import { createHash } from "node:crypto";
import type { PoolClient } from "pg";
import { withConnection } from "@/lib/platform/prisma";
import { checkCatalogue } from "./check-catalogue";
import { checkEnrollments } from "./check-enrollments";
import type { CatalogueFile } from "./check-rows";
import { type RowChange, compare } from "./compare";
import { countAffectedEnrollments } from "./named-rows";
import type { Problem } from "./problem";
import { deleteSandboxEnrollments } from "./release-sandboxes";
import { advanceSequences, readStoredCatalogue, writeChanges } from "./stored-catalogue";
import type { Catalogue } from "./tables";
import { type CatalogueTarget, createTarget } from "./wanted-catalogue";

/** What an import found wrong, or did; with problems nothing is written. */
export type ImportReport = {
  problems: Problem[];
  changes: RowChange[];
  /** Names these changes and no others. */
  digest: string;
  /** How many enrollments of families name what changes, or a syllabus with it. */
  touched: number;
  /** How many enrollments of sandboxes went with what they name. */
  released: number;
  written: boolean;
};

type Options = {
  dryRun?: boolean;
  /** The digest of the changes that were shown: others are not written. */
  seen?: string;
  /** Writes down who did it, in the same transaction. */
  writeAuditEntry?: (client: PoolClient, changes: RowChange[]) => Promise<void>;
};

/**
 * Brings the catalogue to what the file says, all or nothing: rows are added or changed by their
 * key, and rows of the file's tables that it leaves out are removed from the school years it names.
 * Only differences are written. A dry run does the same and rolls it back.
 */
export async function importCatalogue(file: CatalogueFile, options: Options = {}): Promise<ImportReport> {
  if (Object.keys(file.tables).length === 0) return refused(file.problems);
  return applyChanges((stored) => createTarget(stored, file), options);
}

/** The same for what is made out of what is stored. */
export async function applyChanges(
  createTarget: (stored: Catalogue) => CatalogueTarget,
  { dryRun = false, seen, writeAuditEntry }: Options = {},
): Promise<ImportReport> {
  const change = async (client: PoolClient): Promise<ImportReport> => {
    // One change at a time; reading and enrolling go on.
    await client.query(`lock table "school_years" in share row exclusive mode`);
    const stored = await readStoredCatalogue(client);
    const comparison = createTarget(stored);
    const changes = compare(stored, comparison.wanted);
    const problems = [
      ...comparison.file.problems,
      ...checkCatalogue(comparison),
      ...(await checkEnrollments(client, changes, comparison)),
    ];
    if (problems.length > 0) return refused(problems);

    const digest = createHash("sha256").update(JSON.stringify(changes)).digest("base64url");
    const touched = seen === undefined ? 0 : await countAffectedEnrollments(client, changes, stored);
    const released = await deleteSandboxEnrollments(client, changes);
    await writeChanges(client, changes);
    const report = { problems, changes, digest, touched, released };
    if (dryRun || (seen !== undefined && seen !== digest)) return { ...report, written: false };
    if (changes.some(({ before }) => !before)) await advanceSequences(client);
    await writeAuditEntry?.(client, changes);
    return { ...report, written: true };
  };
  return withConnection(change, { keeps: ({ written }) => written });
}

const refused = (problems: Problem[]): ImportReport => ({
  problems,
  changes: [],
  digest: "",
  touched: 0,
  released: 0,
  written: false,
});

import type { ClientBase } from "pg";
import { pool } from "@/lib/platform/prisma";
import { checkCatalogue } from "./check-catalogue";
import { checkEnrollments } from "./check-enrollments";
import type { CatalogueFile } from "./check-rows";
import { type Change, compare } from "./compare";
import type { Problem } from "./problem";
import { releaseSandboxes } from "./release-sandboxes";
import { advanceSequences, readStored, writeChanges } from "./stored-catalogue";
import { wantedCatalogue } from "./wanted-catalogue";

/** What an import found wrong, or did; with problems nothing is written. */
export type ImportReport = {
  problems: Problem[];
  changes: Change[];
  /** How many enrollments of sandboxes went with what they name. */
  released: number;
  written: boolean;
};

/**
 * Brings the catalogue to what the file says, all or nothing: rows are added or changed by their
 * key, and rows of the file's tables that it leaves out are removed from the school years it names.
 * Only differences are written. A dry run does the same and rolls it back.
 */
export async function importCatalogue(file: CatalogueFile, { dryRun = false } = {}): Promise<ImportReport> {
  if (Object.keys(file.tables).length === 0) return refused(file.problems);

  return inTransaction(async (client) => {
    // One import at a time; reading and enrolling go on.
    await client.query(`lock table "school_years" in share row exclusive mode`);
    const stored = await readStored(client);
    const comparison = wantedCatalogue(stored, file);
    const changes = compare(stored, comparison.wanted);
    const problems = [
      ...file.problems,
      ...checkCatalogue(comparison),
      ...(await checkEnrollments(client, changes, comparison)),
    ];
    if (problems.length > 0) return refused(problems);

    const released = await releaseSandboxes(client, changes);
    await writeChanges(client, changes);
    if (dryRun) return { problems, changes, released, written: false };
    if (changes.some(({ before }) => !before)) await advanceSequences(client);
    return { problems, changes, released, written: true };
  });
}

const refused = (problems: Problem[]): ImportReport => ({
  problems,
  changes: [],
  released: 0,
  written: false,
});

async function inTransaction(work: (client: ClientBase) => Promise<ImportReport>): Promise<ImportReport> {
  const client = await pool().connect();
  try {
    await client.query("begin");
    const report = await work(client);
    await client.query(report.written ? "commit" : "rollback");
    return report;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

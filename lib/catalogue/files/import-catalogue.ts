import { createHash } from "node:crypto";
import type { ClientBase, PoolClient } from "pg";
import { withConnection } from "@/lib/platform/database/prisma";
import { checkCatalogue, checkEnrollments } from "./check-catalogue";
import type { CatalogueFile } from "./read-catalogue";
import {
  advanceSequences,
  countAffectedEnrollments,
  findReferencingEnrollments,
  listRemovedRows,
  readStoredCatalogue,
  referencedTables,
  writeChanges,
  writeLimits,
} from "./stored-catalogue";
import { type Catalogue, formatRowName, type Row, tableNames } from "./tables";
import {
  type CatalogueTarget,
  compare,
  createTarget,
  type Difference,
  type LimitChange,
  listDifferences,
  type RowChange,
  splitChanges,
} from "./target-catalogue";
import { formatProblem, type Problem } from "./types";

/** What an import found wrong, or did; with problems nothing is written. */
export type ImportReport = {
  problems: Problem[];
  changes: RowChange[];
  /** Of a school's own list: the places that become others. */
  places: LimitChange[];
  /** Names these changes and no others. */
  digest: string;
  /** How many enrollments of families name what changes, or a syllabus with it. */
  touched: number;
  /** How many enrollments of sandboxes went with what they name. */
  released: number;
  written: boolean;
};

/** At first the students who have no other enrollment, then the guardians who have no other child. */
const FORGET_LEFT_ALONE = `
  delete from all_people p
  where p.id = any($1) and p.sandbox_id <> 0
    and not exists (select from all_enrollments e where e.student_id = p.id)
    and not exists (select from all_guardianships g where g.guardian_id = p.id)`;

type Options = {
  dryRun?: boolean;
  /** The digest of the changes that were shown: others are not written. */
  seen?: string;
  /** Writes down who did it, in the same transaction. */
  writeAuditEntry?: (client: PoolClient, changes: RowChange[], limits: LimitChange[]) => Promise<void>;
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
  createTarget: (stored: Catalogue, client: PoolClient) => CatalogueTarget | Promise<CatalogueTarget>,
  { dryRun = false, seen, writeAuditEntry }: Options = {},
): Promise<ImportReport> {
  const change = async (client: PoolClient): Promise<ImportReport> => {
    // One change at a time; reading and enrolling go on.
    await client.query(`lock table "school_years" in share row exclusive mode`);
    const stored = await readStoredCatalogue(client);
    const comparison = await createTarget(stored, client);
    const { limits = [] } = comparison;
    const changes = compare(stored, comparison.wanted);
    const problems = [
      ...comparison.file.problems,
      ...checkCatalogue(comparison),
      ...(await checkEnrollments(client, changes, comparison)),
    ];
    if (problems.length > 0) return refused(problems);

    const shown = JSON.stringify(limits.length > 0 ? [changes, limits] : changes);
    const digest = createHash("sha256").update(shown).digest("base64url");
    const touched = seen === undefined ? 0 : await countAffectedEnrollments(client, changes, stored);
    const released = await deleteSandboxEnrollments(client, changes);
    await writeChanges(client, changes);
    await writeLimits(client, limits);
    const report = { problems, changes, places: limits, digest, touched, released };
    if (dryRun || (seen !== undefined && seen !== digest)) return { ...report, written: false };
    if (changes.some(({ before }) => !before)) await advanceSequences(client);
    await writeAuditEntry?.(client, changes, limits);
    return { ...report, written: true };
  };
  return withConnection(change, { keeps: ({ written }) => written });
}

/** Every problem on a line of its own, in the order of the files' lines. */
export function formatProblems(problems: Problem[]): string {
  const sorted = problems.toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0),
  );
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return `${count} found, so nothing was written:\n${sorted.map(formatProblem).join("\n")}`;
}

/** What changed in each table; each row too when it is asked for. */
export function formatChanges(
  { changes, places: limits, released, written }: ImportReport,
  { rows }: { rows: boolean },
): string {
  if (changes.length + limits.length === 0)
    return "The catalogue already is what the file says: nothing to do.";

  const sums = tableNames.flatMap((table) => {
    const { added, changed, removed } = splitChanges(changes, table);
    if (added.length + changed.length + removed.length === 0) return [];
    return `${table}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  });
  const each = rows ? changes.map(formatChange) : [];
  const places = limits.map(
    ({ name, before, after }) => `places of ${name}: ${shown(before)} → ${shown(after)}`,
  );
  const gone =
    released > 0
      ? [`enrollments of test keys: ${released} removed, which name what is removed or moved`]
      : [];
  const end = written ? "Written." : "Nothing was written: this was a dry run.";
  return [...each, ...sums, ...places, ...gone, end].join("\n");
}

/**
 * Takes away the enrollments of sandboxes that name what is to go, with their people: a tester never stands in
 * the school's way. Returns how many went.
 */
async function deleteSandboxEnrollments(client: ClientBase, changes: RowChange[]): Promise<number> {
  const [enrollments, students] = [new Set<string>(), new Set<string>()];
  for (const table of referencedTables) {
    const rows = listRemovedRows(table, changes).map(({ before }) => before);
    for (const { enrollment, student, test } of await findReferencingEnrollments(client, table, rows)) {
      if (!test) continue;
      enrollments.add(enrollment);
      students.add(student);
    }
  }
  if (enrollments.size === 0) return 0;

  // Enrollments, people, messages: the order of erasures, resets and delivery.
  await client.query("select 1 from all_enrollments where id = any($1) order by reference for update", [
    [...enrollments],
  ]);
  const { rows } = await client.query<{ id: string }>(
    "select guardian_id as id from all_guardianships where student_id = any($1)",
    [[...students]],
  );
  const people = [...students, ...rows.map(({ id }) => id)];
  // Whoever enrolls one of them again meanwhile is waited for, and the person stays.
  await client.query("select 1 from all_people where id = any($1) order by id for update", [people]);
  await client.query("select 1 from all_mail_messages where person_id = any($1) order by id for update", [
    people,
  ]);
  await client.query("delete from all_enrollments where id = any($1)", [[...enrollments]]);
  await client.query(FORGET_LEFT_ALONE, [people]);
  await client.query(FORGET_LEFT_ALONE, [people]);
  return enrollments.size;
}

const refused = (problems: Problem[]): ImportReport => ({
  problems,
  changes: [],
  places: [],
  digest: "",
  touched: 0,
  released: 0,
  written: false,
});

function formatChange({ table, before, after }: RowChange): string {
  if (!before) return `+ ${formatRowName(table, after ?? {})}: ${formatValues(after ?? {})}`;
  if (!after) return `- ${formatRowName(table, before)}`;
  return `~ ${formatRowName(table, before)}: ${listDifferences(table, before, after).map(formatDifference).join(", ")}`;
}

/** The values of an added row, without its own number. */
const formatValues = ({ id: _, ...row }: Row) =>
  Object.entries(row)
    .map(([column, value]) => `${column} ${shown(value)}`)
    .join(", ");

const formatDifference = ({ column, before, after }: Difference) =>
  `${column} ${shown(before)} → ${shown(after)}`;

const shown = (value: Difference["before"]) =>
  value === null ? "none" : value === "" ? "empty" : String(value);

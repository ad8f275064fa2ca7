import { createHash } from "node:crypto";
import type { ClientBase, PoolClient } from "pg";
import { withConnection } from "@/lib/platform/database/prisma";
import { checkCatalogue } from "./check-catalogue";
import type { Value } from "./columns";
import type { CatalogueFile } from "./read-catalogue";
import {
  countReferencingEnrollments,
  findReferencingEnrollments,
  listRemovedRows,
  readStoredCatalogue,
  referencedTables,
  writeChanges,
} from "./stored-catalogue";
import { type Catalogue, formatRowName, type Row, tableNames, tables } from "./tables";
import {
  type CatalogueTarget,
  createTarget,
  type LimitChange,
  listDifferences,
  type RowChange,
  splitChanges,
} from "./target-catalogue";
import { formatProblem, type Problem } from "./types";

type Difference = { column: string; before?: Value; after?: Value };

/** The result of an import; with problems nothing is written. */
export type ImportReport = {
  problems: Problem[];
  changes: RowChange[];
  /** The changed limits, for a school's own list. */
  places: LimitChange[];
  /** The hash of the changes. */
  digest: string;
  /** The number of families' enrollments that use changed rows, or a syllabus with a changed subject. */
  affectedCount: number;
  /** The number of deleted enrollments of sandboxes. */
  deletedCount: number;
  written: boolean;
};

/** Run twice: first deletes students without another enrollment, then guardians without another child. */
const DELETE_ORPHANS = `
  delete from all_people p
  where p.id = any($1) and p.sandbox_id <> 0
    and not exists (select from all_enrollments e where e.student_id = p.id)
    and not exists (select from all_guardianships g where g.guardian_id = p.id)`;

type Options = {
  dryRun?: boolean;
  /** The digest of the changes that the user confirmed; other changes are not written. */
  confirmedDigest?: string;
  /** Writes the audit entry in the same transaction. */
  writeAuditEntry?: (client: PoolClient, changes: RowChange[], limits: LimitChange[]) => Promise<void>;
};

/**
 * Imports a catalogue file in one transaction: adds and changes rows by key, and deletes rows that the file leaves out of
 * its own tables and school years. Writes only differences. A dry run does the same and rolls back.
 */
export async function importCatalogue(file: CatalogueFile, options: Options = {}): Promise<ImportReport> {
  if (Object.keys(file.tables).length === 0) return createRefusedReport(file.problems);
  return applyChanges((stored) => createTarget(stored, file), options);
}

/** Like `importCatalogue`, for a catalogue derived from the stored one. */
export async function applyChanges(
  createTarget: (stored: Catalogue, client: PoolClient) => CatalogueTarget | Promise<CatalogueTarget>,
  { dryRun = false, confirmedDigest: expected, writeAuditEntry }: Options = {},
): Promise<ImportReport> {
  const importInTransaction = async (client: PoolClient): Promise<ImportReport> => {
    // Serialises changes; reads and enrollments go on.
    await client.query(`lock table "school_years" in share row exclusive mode`);
    const stored = await readStoredCatalogue(client);
    const target = await createTarget(stored, client);
    const { limits = [] } = target;
    const changes = listRowChanges(stored, target.updated);
    const problems = [...target.file.problems, ...(await checkCatalogue(client, changes, target))];
    if (problems.length > 0) return createRefusedReport(problems);

    const hashedChanges = JSON.stringify(limits.length > 0 ? [changes, limits] : changes);
    const digest = createHash("sha256").update(hashedChanges).digest("base64url");
    const affectedCount =
      expected === undefined ? 0 : await countAffectedEnrollments(client, changes, stored);
    const deletedCount = await deleteSandboxEnrollments(client, changes);
    await writeChanges(client, changes);
    await writeLimits(client, limits);
    const report = { problems, changes, places: limits, digest, affectedCount, deletedCount };
    if (dryRun || (expected !== undefined && expected !== digest)) return { ...report, written: false };
    if (changes.some(({ before }) => !before)) await advanceSequences(client);
    await writeAuditEntry?.(client, changes, limits);
    return { ...report, written: true };
  };
  return withConnection(importInTransaction, { shouldCommit: ({ written }) => written });
}

/** Formats every problem on its own line, in the order of the files. */
export function formatProblems(problems: Problem[]): string {
  const sorted = problems.toSorted((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0),
  );
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return `${count} found, so nothing was written:\n${sorted.map(formatProblem).join("\n")}`;
}

/** Formats the numbers of changes by table, and each row on request. */
export function formatChanges(
  { changes, places: limits, deletedCount, written }: ImportReport,
  { rows }: { rows: boolean },
): string {
  if (changes.length + limits.length === 0)
    return "The catalogue already is what the file says: nothing to do.";

  const sums = tableNames.flatMap((table) => {
    const { added, changed, removed } = splitChanges(changes, table);
    if (added.length + changed.length + removed.length === 0) return [];
    return `${table}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  });
  const changeLines = rows ? changes.map(formatChange) : [];
  const limitLines = limits.map(
    ({ name, before, after }) => `places of ${name}: ${formatValue(before)} → ${formatValue(after)}`,
  );
  const deletedLines =
    deletedCount > 0
      ? [`enrollments of test keys: ${deletedCount} removed, which name what is removed or moved`]
      : [];
  const end = written ? "Written." : "Nothing was written: this was a dry run.";
  return [...changeLines, ...sums, ...limitLines, ...deletedLines, end].join("\n");
}

/**
 * Deletes the sandboxes' enrollments that use removed rows, and their people, so that testers never block the school.
 * Returns the number of enrollments.
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

  // Enrollments, people, messages: the same order of locks as erasures, resets and delivery.
  await client.query("select 1 from all_enrollments where id = any($1) order by reference for update", [
    [...enrollments],
  ]);
  const { rows } = await client.query<{ id: string }>(
    "select guardian_id as id from all_guardianships where student_id = any($1)",
    [[...students]],
  );
  const people = [...students, ...rows.map(({ id }) => id)];
  // Waits for a concurrent enrollment of one of them; that person then stays.
  await client.query("select 1 from all_people where id = any($1) order by id for update", [people]);
  await client.query("select 1 from all_mail_messages where person_id = any($1) order by id for update", [
    people,
  ]);
  await client.query("delete from all_enrollments where id = any($1)", [[...enrollments]]);
  await client.query(DELETE_ORPHANS, [people]);
  await client.query(DELETE_ORPHANS, [people]);
  return enrollments.size;
}

const createRefusedReport = (problems: Problem[]): ImportReport => ({
  problems,
  changes: [],
  places: [],
  digest: "",
  affectedCount: 0,
  deletedCount: 0,
  written: false,
});

function formatChange({ table, before, after }: RowChange): string {
  if (!before) return `+ ${formatRowName(table, after ?? {})}: ${formatValues(after ?? {})}`;
  if (!after) return `- ${formatRowName(table, before)}`;
  return `~ ${formatRowName(table, before)}: ${listDifferences(table, before, after).map(formatDifference).join(", ")}`;
}

/** Without the row's id. */
const formatValues = ({ id: _, ...row }: Row) =>
  Object.entries(row)
    .map(([column, value]) => `${column} ${formatValue(value)}`)
    .join(", ");

const formatDifference = ({ column, before, after }: Difference) =>
  `${column} ${formatValue(before)} → ${formatValue(after)}`;

const formatValue = (value: Difference["before"]) =>
  value === null ? "none" : value === "" ? "empty" : String(value);

/** Moves the sequences past ids that were given explicitly. Outside of transactions: never undone. */
async function advanceSequences(client: ClientBase): Promise<void> {
  for (const table of tableNames.filter((name) => tables[name].key[0] === "id")) {
    await client.query(
      `select setval(sequence, highest)
       from (select max(id) as highest from "${table}") ids, pg_get_serial_sequence('"${table}"', 'id') sequence
       where highest >= coalesce(pg_sequence_last_value(sequence::regclass), 0)`,
    );
  }
}

/** Saves changed limits; null deletes one. */
async function writeLimits(client: ClientBase, limits: LimitChange[]): Promise<void> {
  if (limits.length === 0) return;
  const rows = JSON.stringify(limits);
  await client.query(
    `delete from places p using jsonb_to_recordset($1) as l("specialityId" int, "syllabusId" int)
     where p.speciality_id = l."specialityId" and p.syllabus_id is not distinct from l."syllabusId"`,
    [rows],
  );
  await client.query(
    `insert into places (school_year_id, speciality_id, syllabus_id, places)
     select "schoolYearId", "specialityId", "syllabusId", after
     from jsonb_to_recordset($1) as l("schoolYearId" int, "specialityId" int, "syllabusId" int, after int)
     where after is not null`,
    [rows],
  );
}

/** The differences between two catalogues. */
function listRowChanges(stored: Catalogue, updated: Catalogue): RowChange[] {
  return tableNames.flatMap((table) => {
    const deleted = [...stored[table]].filter(([key]) => !updated[table].has(key));
    const written = [...updated[table]].filter(
      ([key, row]) => listDifferences(table, stored[table].get(key), row).length > 0,
    );
    return [
      ...deleted.map(([, before]) => ({ table, before })),
      ...written.map(([key, after]) => ({ table, before: stored[table].get(key), after })),
    ];
  });
}

/** The number of families' enrollments that reference changed rows, or a syllabus with a changed subject. */
async function countAffectedEnrollments(
  client: ClientBase,
  changes: RowChange[],
  stored: Catalogue,
): Promise<number> {
  const listIds = (name: string) =>
    new Set(changes.flatMap(({ table, before }) => (table === name && before ? [before.id ?? null] : [])));
  const [specialities, syllabi, subjects] = [
    listIds("specialities"),
    listIds("syllabi"),
    listIds("subjects"),
  ];
  const pairs: { syllabus: Value; speciality: Value }[] = [];
  for (const { subject_id, syllabus_id = null, speciality_id = null } of stored.syllabus_subjects.values()) {
    if (!subjects.has(subject_id ?? null)) continue;
    if (speciality_id === null) syllabi.add(syllabus_id);
    else pairs.push({ syllabus: syllabus_id, speciality: speciality_id }); // only for students of this speciality
  }
  return countReferencingEnrollments(client, {
    specialities: [...specialities],
    syllabi: [...syllabi],
    pairs,
  });
}

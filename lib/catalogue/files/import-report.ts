import { type RowChange, type Difference, listDifferences, splitChanges } from "./compare";
import type { ImportReport } from "./import";
import { formatProblem, type Problem } from "./problem";
import { type Row, formatRowName, tableNames } from "./tables";

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
  { changes, released, written }: ImportReport,
  { rows }: { rows: boolean },
): string {
  if (changes.length === 0) return "The catalogue already is what the file says: nothing to do.";

  const sums = tableNames.flatMap((table) => {
    const { added, changed, removed } = splitChanges(changes, table);
    if (added.length + changed.length + removed.length === 0) return [];
    return `${table}: ${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  });
  const each = rows ? changes.map(formatChange) : [];
  const gone =
    released > 0
      ? [`enrollments of test keys: ${released} removed, which name what is removed or moved`]
      : [];
  const end = written ? "Written." : "Nothing was written: this was a dry run.";
  return [...each, ...sums, ...gone, end].join("\n");
}

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

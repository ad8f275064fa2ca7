import { writeFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { listAllReasons } from "@/lib/decisions/reasons";
import {
  decisionsWithReason,
  importReasons,
  QUESTION_USE,
  ReasonsError,
  toUses,
} from "@/lib/desk/reasons/verbs";
import { withDatabase } from "@/lib/platform/database/open-database";
import { BYTE_ORDER_MARK, readTextFile, toCsvRow } from "@/lib/platform/files";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

type ReasonProblem = ReasonsError["problems"][number];

type ReasonChange = Awaited<ReturnType<typeof importReasons>>["changes"][number];

const COLUMNS = ["code", "offered_for", "es", "ca", "en"] as const;

const USAGE = `Manages the reasons of decisions, which families read. A version never changes.

  npm run --silent reasons -- list
  npm run --silent reasons -- export FILE.csv              write the current reasons to FILE.csv
  npm run --silent reasons -- import FILE.csv [--dry-run]  offer the reasons in FILE.csv

FILE.csv has the columns ${COLUMNS.join(", ")}, in the order of the desk. offered_for lists
decisions, separated by spaces: ${decisionsWithReason.join(", ")}; or \`${QUESTION_USE}\` for questions to families.
Reasons that are missing or have an empty offered_for are no longer offered. Sent notifications do not change.`;

export const reasons = createCommandLine(USAGE, {
  list: defineCommand({
    run: async () => {
      const all = await withDatabase(() => listAllReasons());
      const lines = all.map(
        (reason) =>
          `${reason.code} ${reason.version}  ${toUses(reason).join(" ") || "withdrawn"}  ${reason.es}`,
      );
      printLine(lines.join("\n"));
    },
  }),
  export: defineCommand({
    positionals: ["FILE"],
    run: async ([file = ""]) => {
      const all = await withDatabase(() => listAllReasons());
      const rows = all.map((reason) => {
        const { code, es, ca, en } = reason;
        return [code, toUses(reason).join(" "), es, ca, en];
      });
      const lines = [[...COLUMNS], ...rows].map((cells) => toCsvRow(cells, ","));
      await writeFile(file, BYTE_ORDER_MARK + lines.join(""));
      printLine(`Written: ${all.length} reasons.`);
    },
  }),
  import: defineCommand({
    positionals: ["FILE"],
    options: { "dry-run": { type: "boolean" } },
    run: async ([file = ""], { "dry-run": dryRun = false }) => {
      const reasons = await readReasons(file);
      const { changes, isReordered } = await withDatabase(() =>
        importReasons({ reasons, dryRun }, { kind: "command" }),
      ).catch((error) => {
        throw error instanceof ReasonsError ? new Error(error.problems.map(formatProblem).join("\n")) : error;
      });
      printLine(
        [
          ...changes.map((change) => formatChange(change, dryRun)),
          ...(isReordered ? [`The order ${dryRun ? "would become" : "is now"} that of the file.`] : []),
          ...(changes.length === 0 && !isReordered ? ["Nothing differs."] : []),
        ].join("\n"),
      );
    },
  }),
});

function formatProblem({ code, field, values: { reason, state, most } }: ReasonProblem): string {
  const label = `${reason}: what it says in ${field}`;
  switch (code) {
    case "reason_code":
      return `“${reason}” is no code: small letters, digits and “_”, 40 at most, a letter first.`;
    case "reason_state":
      return `${reason}: “${state}” is none of ${decisionsWithReason.join(", ")}.`;
    case "reason_twice":
      return `${reason} is there twice.`;
    case "reason_needed":
      return `No reason is offered for “${state}”, which cannot be decided without one.`;
    case "reason_missing":
      return `${label} is missing.`;
    case "reason_too_long":
      return `${label} is longer than ${most} characters.`;
    case "reason_lines":
      return `${label} is more than one line.`;
    case "reason_formula":
      return `${label} begins as a formula of a spreadsheet would.`;
  }
}

function formatChange({ code, version, kind }: ReasonChange, dryRun: boolean): string {
  return `${code}: ${dryRun ? "would be" : "is"} ${kind} (version ${version}).`;
}

async function readReasons(file: string) {
  const text = await readTextFile(file);
  if (text === undefined) throw new Error(`There is no file ${file}.`);
  const [header = [], ...rows] = parseCells(text);
  const names = header.map((name) => name.trim().toLowerCase());
  if (names.length !== COLUMNS.length || COLUMNS.some((column) => !names.includes(column)))
    throw new Error(`The first line names the columns: ${COLUMNS.join(", ")}.`);
  return rows.map((row) => {
    const cell = (column: (typeof COLUMNS)[number]) => row[names.indexOf(column)]?.trim() ?? "";
    const offeredFor = cell("offered_for").split(/\s+/).filter(Boolean);
    return { code: cell("code"), offeredFor, es: cell("es"), ca: cell("ca"), en: cell("en") };
  });
}

/** Detects the delimiter in the header: spreadsheets use `;` where the decimal sign is a comma. */
function parseCells(text: string): string[][] {
  const delimiter = [";", "\t"].find((candidate) => text.split("\n", 1)[0]?.includes(candidate)) ?? ",";
  try {
    return parse(text, { delimiter, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`Line ${error.lines}: this is no table of ${COLUMNS.length} columns.`);
  }
}

if (import.meta.main) await runCommandLine(reasons);

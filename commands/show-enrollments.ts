import { writeFile } from "node:fs/promises";
import { exportColumns } from "@/lib/desk/export/columns";
import { type ExportFormat, writeExportFile } from "@/lib/desk/export/queries";
import { auditExport } from "@/lib/desk/export/verbs";
import type { Filters } from "@/lib/desk/list/filters";
import { readWholeList } from "@/lib/desk/list/queries";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { stateNames } from "@/lib/enrollment/states";
import type { Actor } from "@/lib/people/staff/permissions";
import { withDatabase } from "@/lib/platform/database/open-database";
import { prisma } from "@/lib/platform/database/prisma";
import { defineCommand, printLine } from "./command-line";

/** The part of the usage for the commands of this file. */
export const SHOWING_USAGE = `  npm run --silent enrollments -- list [--state STATE] [--year ID] [--json]
  npm run --silent enrollments -- show REFERENCE
  npm run --silent enrollments -- export FILE.csv|FILE.xlsx [--state STATE] [--year ID]

list prints every match, the newest first, and nothing personal; with --json one object a line. The
states: ${stateNames.join(", ")}. ID is the school year's.
show prints one enrollment as JSON, with everything that the desk knows of it.
export writes every column of the list into a workbook, or into a CSV file (UTF-8, semicolons), for this
machine's user alone.`;

const actor: Actor = { kind: "command" };

export const showing = {
  list: defineCommand({
    options: { state: { type: "string" }, year: { type: "string" }, json: { type: "boolean" } },
    run: async (_, { state, year, json }) => {
      await withDatabase(() => list(parseFilters(state, year), json ?? false));
    },
  }),
  export: defineCommand({
    words: ["FILE"],
    options: { state: { type: "string" }, year: { type: "string" } },
    run: async ([file = ""], { state, year }) => {
      const format = formats[file.split(".").at(-1) ?? ""];
      if (!format) throw new Error("FILE must end in .csv or .xlsx.");
      const source = { filters: parseFilters(state, year), sort: "newest" } as const;
      const asked = { source, columns: exportColumns, format };
      await withDatabase(async () => {
        await prisma().$transaction((tx) => auditExport(tx, actor, asked));
        await writeFile(file, writeExportFile(actor, asked), { mode: 0o600 });
      });
      printLine(`Written: ${file}.`);
    },
  }),
  show: defineCommand({
    words: ["REFERENCE"],
    run: async ([reference = ""]) => {
      const enrollment = await withDatabase(() => readEnrollmentRecord(actor, reference, new Date()));
      if (!enrollment) throw new Error("No enrollment has this reference.");
      printLine(JSON.stringify(enrollment, null, 2));
    },
  }),
};

const formats: Record<string, ExportFormat> = { csv: "csv;", xlsx: "xlsx" };

const parseFilters = (state: string | undefined, year: string | undefined): Filters => ({
  erased: "too",
  ...(state && { state: knownState(state) }),
  ...(year && { year: yearId(year) }),
});

function knownState(word: string): Filters["state"] {
  const state = stateNames.find((known) => known === word);
  if (!state) throw new Error(`--state must be one of ${stateNames.join(", ")}.`);
  return state;
}

function yearId(word: string): number {
  if (!/^\d{1,9}$/.test(word)) throw new Error("--year must be a school year's id.");
  return Number(word);
}

async function list(filters: Filters, json: boolean) {
  for await (const {
    reference,
    state: told_state,
    decidedState: state,
    schoolYear,
    source,
    createdAt,
  } of readWholeList(actor, filters, "newest")) {
    const created_at = createdAt.toISOString();
    printLine(
      json
        ? JSON.stringify({
            reference,
            state,
            told_state,
            school_year: schoolYear.year,
            source,
            created_at,
          })
        : [reference, state, schoolYear.year, source, created_at].join("\t"),
    );
  }
}

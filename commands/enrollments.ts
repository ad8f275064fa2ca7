import { writeFile } from "node:fs/promises";
import { DecisionError, formatDecisionError } from "@/lib/decisions/decision-error";
import { notifyDue, scheduleList } from "@/lib/decisions/notifications/verbs";
import { callNext, readProposedCalls } from "@/lib/decisions/places/verbs";
import { readEnrollmentStatus } from "@/lib/decisions/status";
import { type DecisionInput, decideAndNotify, notifyWhen } from "@/lib/decisions/verbs";
import { exportColumns } from "@/lib/desk/export/columns";
import { type ExportFormat, writeExportFile } from "@/lib/desk/export/queries";
import { auditExport } from "@/lib/desk/export/verbs";
import type { Filters } from "@/lib/desk/list/filters";
import { readWholeList } from "@/lib/desk/list/queries";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { stateNames } from "@/lib/enrollment/states";
import { withDatabase } from "@/lib/platform/database/open-database";
import { prisma } from "@/lib/platform/database/prisma";
import { createCommandLine, defineCommand, printLine, rethrowAs, runCommandLine } from "./command-line";

const USAGE = `Shows enrollments and decides on them.

  npm run --silent enrollments -- list [--state STATE] [--year ID] [--json]
  npm run --silent enrollments -- show REFERENCE
  npm run --silent enrollments -- export FILE.csv|FILE.xlsx [--state STATE] [--year ID]

list prints the matching enrollments, newest first, without personal data; --json prints an object per line.
The states: ${stateNames.join(", ")}. ID is the id of a school year.
show prints everything that the desk knows about an enrollment, as JSON.
export writes all columns of the list to a workbook or CSV file (UTF-8, semicolons) that only your user can read.

  npm run --silent enrollments -- decide REFERENCE ${stateNames.join("|")}
      [--speciality ID] [--syllabus ID] [--reason CODE] [--words TEXT] [--tell held|now|with-the-list]
  npm run --silent enrollments -- call --year ID
  npm run --silent enrollments -- tell --year ID

accepted assigns the given place, by default the family's first choice that is free; waiting needs a place.
rejected and withdrawn need a reason; the family reads its text and TEXT. pending needs a reason, and so do
places over a limit or out of turn, with TEXT; the family does not read these.
The family is notified after ten minutes (held, the setting decision_hold_minutes), now, or with the list.
call assigns the free places of a school year to the waiting list in order, and prints the references.
tell notifies families now of all decisions of a school year that were made with --tell with-the-list.`;

const actor = { kind: "command" } as const;

export const enrollments = createCommandLine(USAGE, {
  list: defineCommand({
    options: { state: { type: "string" }, year: { type: "string" }, json: { type: "boolean" } },
    run: async (_, { state, year, json }) => {
      await withDatabase(() => list(parseFilters(state, year), json ?? false));
    },
  }),
  export: defineCommand({
    positionals: ["FILE"],
    options: { state: { type: "string" }, year: { type: "string" } },
    run: async ([file = ""], { state, year }) => {
      const format = formats[file.split(".").at(-1) ?? ""];
      if (!format) throw new Error("FILE must end in .csv or .xlsx.");
      const source = { filters: parseFilters(state, year), sort: "newest" } as const;
      const request = { source, columns: exportColumns, format };
      await withDatabase(async () => {
        await prisma().$transaction((tx) => auditExport(tx, actor, request));
        await writeFile(file, writeExportFile(actor, request), { mode: 0o600 });
      });
      printLine(`Written: ${file}.`);
    },
  }),
  show: defineCommand({
    positionals: ["REFERENCE"],
    run: async ([reference = ""]) => {
      const enrollment = await withDatabase(() => readEnrollmentRecord(actor, reference, new Date()));
      if (!enrollment) throw new Error("No enrollment has this reference.");
      printLine(JSON.stringify(enrollment, null, 2));
    },
  }),
  decide: defineCommand({
    positionals: ["REFERENCE", "STATE"],
    options: {
      speciality: { type: "string" },
      syllabus: { type: "string" },
      reason: { type: "string" },
      words: { type: "string" },
      tell: { type: "string" },
    },
    run: async ([reference = "", state = ""], { speciality, syllabus, reason, words, tell = "held" }) => {
      const input: DecisionInput = {
        reference: reference.trim().toUpperCase(),
        to: parseOption("STATE", state, stateNames),
        specialityId: parseId("--speciality", speciality),
        syllabusId: parseId("--syllabus", syllabus),
        reason,
        words,
        tell: parseOption("--tell", tell.replace("with-the-list", "with_list"), notifyWhen),
      };
      await withDatabase(() => decideAndPrint(input)).catch(rethrowAs(toReadableError));
    },
  }),
  call: defineYearCommand(callAndPrint),
  tell: defineYearCommand(notifyList),
});

function defineYearCommand(run: (year: number) => Promise<void>) {
  return defineCommand({
    options: { year: { type: "string" } },
    run: async (_, { year }) => {
      const id = parseId("--year", year);
      if (id === undefined) throw new Error("--year is missing: the id of the school year.");
      await withDatabase(async () => {
        if ((await prisma().schoolYear.count({ where: { id } })) === 0)
          throw new Error(`There is no school year ${id}.`);
        await run(id);
      });
    },
  });
}

const formats: Record<string, ExportFormat> = { csv: "csv;", xlsx: "xlsx" };

const parseFilters = (state: string | undefined, year: string | undefined): Filters => ({
  erased: "too",
  ...(state && { state: parseOption("--state", state, stateNames) }),
  ...(year && { year: parseId("--year", year) }),
});

async function list(filters: Filters, json: boolean) {
  for await (const enrollment of readWholeList(actor, filters, "newest")) {
    const { reference, decidedState: state, source } = enrollment;
    const school_year = enrollment.schoolYear.year;
    const created_at = enrollment.createdAt.toISOString();
    const row = { reference, state, told_state: enrollment.state, school_year, source, created_at };
    printLine(json ? JSON.stringify(row) : [reference, state, school_year, source, created_at].join("\t"));
  }
}

async function decideAndPrint(input: DecisionInput) {
  await decideAndNotify(input, actor, new Date());
  const { decidedState, state, unnotified } = await readEnrollmentStatus(prisma(), {
    reference: input.reference,
  });
  const status = unnotified
    ? unnotified.tellAt
      ? `to be told ${unnotified.tellAt.toISOString()}`
      : "to be told with the list"
    : `told: ${state}`;
  printLine(`${input.reference} ${decidedState}, ${status}`);
}

async function callAndPrint(year: number) {
  const { called, refused } = await callNext({ year, calls: await readProposedCalls(actor, year) }, actor);
  for (const reference of called) printLine(`${reference} accepted`);
  for (const { reference, code } of refused)
    printLine(`${reference} ${formatDecisionError(new DecisionError(code), "en")}`);
  if (called.length + refused.length === 0) printLine("No free place matches a choice on the waiting list.");
}

async function notifyList(year: number) {
  const now = new Date();
  const count = await scheduleList({ year, at: now }, actor);
  const { failed } = await notifyDue(now);
  printLine(
    `${count} on the list; ${failed === 0 ? "all are told" : `${failed} are tried again by the worker`}.`,
  );
}

const toReadableError = (error: unknown) =>
  error instanceof DecisionError ? new Error(formatDecisionError(error, "en")) : error;

function parseOption<Option extends string>(name: string, text: string, options: readonly Option[]): Option {
  const option = options.find((candidate) => candidate === text);
  if (!option)
    throw new Error(`${name} is one of ${options.join(", ").replace("with_list", "with-the-list")}.`);
  return option;
}

function parseId(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} is the ID of one, a number.`);
  return Number(text);
}

if (import.meta.main) await runCommandLine(enrollments);

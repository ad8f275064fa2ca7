import { Prisma } from "@/generated/prisma/client";
import { findBulk } from "@/lib/desk/bulk/queries";
import { type Filters, parseListQuery, type Sort } from "@/lib/desk/list/filters";
import {
  createListCondition,
  type EnrollmentRow,
  readEnrollmentRows,
  readWholeListIds,
} from "@/lib/desk/list/queries";
import { countMatching } from "@/lib/desk/list/sort-order";
import { decryptSearch, IS_NOT_ERASED, joinConditions } from "@/lib/desk/list/sql";
import { createAnswerLabels, getFieldOrder } from "@/lib/desk/record/queries";
import { type Field, type FieldName, fieldRows } from "@/lib/enrollment/fields";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toLocalDay, toLocalIso, toLocalTime } from "@/lib/platform/dates";
import { BYTE_ORDER_MARK, type Cell, toCsvRow, writeXlsx } from "@/lib/platform/files";
import { getSettings, type Settings } from "@/lib/school/settings";

type ExportGroup = "enrollment" | "student" | "guardian" | "wishes" | "place";

/** What a column holds besides text: a calendar day, an instant, or a code that has words. */
type ExportKind = "day" | "instant" | "state" | "source" | "reason" | "money";

/**
 * A column of the export. Its name is the API's of the field, and what programs know it by; people are shown
 * words in its place (`words.ts`).
 */
type ExportColumn = {
  name: string;
  group: ExportGroup;
  /** The field of the form that it holds. */
  field?: FieldName;
  kind?: ExportKind;
  value: (line: EnrollmentRow) => string | number | boolean | Date | Day | null | undefined;
};

type Values = Record<string, ExportColumn["value"] | [ExportKind, ExportColumn["value"]]>;

const own = (group: ExportGroup, columns: Values): ExportColumn[] =>
  Object.entries(columns).map(([name, of]) =>
    Array.isArray(of) ? { name, group, kind: of[0], value: of[1] } : { name, group, value: of },
  );

/** A person's as the office tells them; of what is wished for the choices come first. */
const placeOf = (row: Field) =>
  row.person ? getFieldOrder(row) : Number(!(row.stored && "option" in row.stored));

/** The columns of the form's fields that are about somebody, or about nobody but what is wished for. */
const createAnswerColumns = (group: ExportGroup, whose: Field["person"][]): ExportColumn[] =>
  fieldRows
    .filter(([, { person, stored, from }]) => stored && from !== "years" && whose.includes(person))
    .sort(
      ([, one], [, other]) =>
        whose.indexOf(one.person) - whose.indexOf(other.person) || placeOf(one) - placeOf(other),
    )
    .map(([field, row]) => ({
      name: nameOf(field, row),
      group,
      field,
      ...(row.control === "date" && { kind: "day" as const }),
      value: ({ answers }) => answers[field] as string | number | boolean | undefined,
    }));

/** Every column of the export. */
export const exportColumns: ExportColumn[] = [
  ...own("enrollment", {
    reference: ({ reference }) => reference,
    state: ["state", ({ decidedState }) => decidedState],
    told_state: ["state", ({ state }) => state],
    school_year: ({ schoolYear }) => schoolYear.year,
    created_at: ["instant", ({ createdAt }) => createdAt],
    source: ["source", ({ source }) => source],
    labels: ({ labels }) => labels.map(({ label }) => label.name).join(", "),
  }),
  ...createAnswerColumns("student", ["student"]),
  ...own("student", { age: ({ age }) => age }),
  ...createAnswerColumns("guardian", ["guardian", "second_guardian"]),
  ...createAnswerColumns("wishes", [undefined]),
  ...own("place", {
    place_speciality: ({ assignedPlace }) => assignedPlace?.speciality,
    place_syllabus: ({ assignedPlace }) => assignedPlace?.syllabus,
    monthly_fee: ["money", ({ price }) => price && (price.month / 100).toFixed(2)],
    waiting_speciality: ({ waitingPlace }) => waitingPlace?.speciality,
    waiting_syllabus: ({ waitingPlace }) => waitingPlace?.syllabus,
    waiting_rank: ({ rank }) => rank,
    round_points: ({ points }) => points,
    round_number: ({ drawn }) => drawn,
    decided_at: ["instant", ({ decision }) => decision?.decidedAt],
    told_at: ["instant", ({ decision }) => (decision?.status === "told" ? decision.settledAt : null)],
    answer_by: ["day", ({ answerBy }) => answerBy],
    reason: ["reason", ({ decision }) => decision?.reason?.code],
    keeps_place_at: ["instant", ({ keepsPlaceAt }) => keepsPlaceAt],
  }),
];

/** What files are often made for, and their columns. */
export const exportPresets = {
  contact: [
    ...[
      "student_name",
      "student_surname",
      "student_email",
      "student_phone",
      "guardian_name",
      "guardian_surname",
    ],
    ...["guardian_email", "guardian_phone", "second_guardian_email"],
  ],
  class: [
    ...["student_name", "student_surname", "age", "place_speciality", "place_syllabus", "guardian_name"],
    ...["guardian_surname", "guardian_phone", "labels"],
  ],
  report: [
    ...["reference", "state", "school_year", "created_at", "age", "speciality_1", "syllabus_1"],
    ...["place_speciality", "place_syllabus", "monthly_fee", "waiting_rank", "decided_at", "reason"],
  ],
};

export const isExportPreset = (name: unknown): name is keyof typeof exportPresets =>
  typeof name === "string" && Object.hasOwn(exportPresets, name);

/** The columns that were chosen, in their own order; all of them when none was. */
export function pickColumns(names: string[]): ExportColumn[] {
  const chosen = exportColumns.filter(({ name }) => names.includes(name));
  return chosen.length > 0 ? chosen : exportColumns;
}

/** The file as people read it: what its columns are called, and what their codes mean. */
export function createExportLabels(locale: Locale) {
  const t = getTranslator(locale);
  const answers = createAnswerLabels(locale, { specialities: [], syllabi: [] }); // lines have their names

  function label({ name, field }: ExportColumn): string {
    const key = `desk.exports.columns.${name}`;
    if (t.has(key as "desk.exports.columns.reference")) return t(key as "desk.exports.columns.reference");
    return field ? answers.label(field) : name;
  }

  function say(column: ExportColumn, line: EnrollmentRow): string {
    const value = column.value(line);
    if (value === null || value === undefined) return "";
    if (column.kind === "money") return locale === "en" ? String(value) : String(value).replace(".", ",");
    if (column.kind === "state") return t(`desk.list.values.state.${value as EnrollmentRow["state"]}`);
    if (column.kind === "source") return t(`desk.list.values.source.${value as EnrollmentRow["source"]}`);
    if (column.kind === "reason") return line.decision?.reason?.[locale] ?? "";
    return column.field ? answers.say(column.field, value) : String(value);
  }

  return {
    label,
    /** A column's heading: whose it is, where several people have one of this name. */
    heading: (column: ExportColumn) =>
      column.group === "student" || column.group === "guardian"
        ? `${t(`desk.exports.groups.${column.group}`)}: ${label(column)}`
        : label(column),
    say,
  };
}

export const exportFormats = ["xlsx", "csv;", "csv,"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What is exported: a list with its filters, or the enrollments of a bulk action. */
export type ExportSource = { filters: Filters; sort: Sort; words?: string } | { bulkId: string };

export type ExportRequest = {
  source: ExportSource;
  columns: ExportColumn[];
  format: ExportFormat;
  /** In whose words headings and values are; names and codes, for programs, without. */
  locale?: Locale | undefined;
};

type ExportLabels = ReturnType<typeof createExportLabels>;

/**
 * A list as a file, in pieces, made while it is read: a long one takes no more memory than a short one. Times are
 * those of the school's clocks.
 * @param onProgress told after each piece of rows how many there are so far
 */
export async function* writeExportFile(
  actor: Actor,
  { source, columns, format, locale }: ExportRequest,
  onProgress: (rows: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  requirePermission(actor, "export_list");
  const words = locale && createExportLabels(locale);
  const headings = columns.map((column) => words?.heading(column) ?? column.name);
  const school = await getSettings();
  const lines = readRows(actor, source, school, onProgress);
  if (format === "xlsx") {
    const batches = cellsOf(lines, columns, school, words);
    return yield* writeXlsx([{ name: "1", headings, batches }]);
  }
  const separator = format === "csv;" ? ";" : ",";
  const encoder = new TextEncoder();
  yield encoder.encode(BYTE_ORDER_MARK + toCsvRow(headings, separator));
  for await (const batch of lines) {
    const texts = batch.map((line) => columns.map((column) => textOf(column, line, school, words)));
    yield encoder.encode(texts.map((cells) => toCsvRow(cells, separator)).join(""));
  }
}

/**
 * What a file is made of: the enrollments that were chosen together, or the list at an address, its filters, order
 * and search. Undefined for a search of another session, and for what is no bulk action.
 */
export async function resolveExportSource(
  { bulk, list }: { bulk: string; list: string },
  session: { actor: Actor; hash: Uint8Array<ArrayBuffer> },
): Promise<ExportSource | undefined> {
  if (bulk) return (await findBulk(session.actor, bulk)) && { bulkId: bulk };
  const { filters, sort, search } = parseListQuery(Object.fromEntries(new URLSearchParams(list)));
  const words = search ? decryptSearch(search, session) : undefined;
  return search && !words ? undefined : { filters, sort, words };
}

/** How many lines a file will have. */
export async function countExportRows(source: ExportSource): Promise<number> {
  if ("bulkId" in source) return prisma().bulkRow.count({ where: { bulkId: source.bulkId } });
  return countMatching(await createListCondition(source.filters, source.words));
}

/** Whether a file leaves nobody out, whichever filters or choice it comes from: who was erased does not count. */
export async function includesEverybody(source: ExportSource): Promise<boolean> {
  const wanted =
    "bulkId" in source
      ? Prisma.sql`e.id in (select r.enrollment_id from bulk_rows r where r.bulk_id = ${source.bulkId}::uuid)`
      : await createListCondition(source.filters, source.words);
  const [inFile, inAll] = await Promise.all([
    countMatching(joinConditions([wanted, IS_NOT_ERASED])),
    countMatching(IS_NOT_ERASED),
  ]);
  return inFile >= inAll;
}

/** What a field is called in a file: choices by their kind and place, a person's as the API has them. */
function nameOf(field: FieldName, { person, stored, words }: Field): string {
  if (stored && "option" in stored)
    return `${stored.in === "syllabi" ? "syllabus" : "speciality"}_${stored.option}`;
  return person ? field : words;
}

async function* readRows(
  actor: Actor,
  source: ExportSource,
  school: Settings,
  onProgress: (rows: number) => void,
): AsyncGenerator<EnrollmentRow[]> {
  let written = 0;
  for await (const ids of idsOf(actor, source)) {
    yield await readEnrollmentRows(ids, school, new Date());
    written += ids.length;
    onProgress(written);
  }
}

const PIECE = 500;

function idsOf(actor: Actor, source: ExportSource): AsyncGenerator<string[]> {
  if (!("bulkId" in source)) return readWholeListIds(actor, source.filters, source.sort, source.words);
  return idsOfBulk(source.bulkId);
}

async function* idsOfBulk(bulkId: string): AsyncGenerator<string[]> {
  for (let after = 0; ; ) {
    const rows = await prisma().bulkRow.findMany({
      where: { bulkId, position: { gt: after } },
      orderBy: { position: "asc" },
      take: PIECE,
      select: { position: true, enrollmentId: true },
    });
    if (rows.length > 0) yield rows.map(({ enrollmentId }) => enrollmentId);
    if (rows.length < PIECE) return;
    after = rows.at(-1)?.position ?? 0;
  }
}

async function* cellsOf(
  lines: AsyncIterable<EnrollmentRow[]>,
  columns: ExportColumn[],
  school: Settings,
  words: ExportLabels | undefined,
) {
  for await (const batch of lines)
    yield batch.map((line) => columns.map((column) => cellOf(column, line, school, words)));
}

function cellOf(
  column: ExportColumn,
  line: EnrollmentRow,
  { time_zone: timeZone }: Settings,
  words: ExportLabels | undefined,
): Exclude<Cell, number> {
  const value = column.value(line);
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return { day: toLocalDay(timeZone, value), time: toLocalTime(timeZone, value) };
  if (column.kind === "day") return { day: String(value) };
  return words ? words.say(column, line) : String(value);
}

/** The same where a cell has no type of its own: people read a time, programs also its distance from UTC. */
function textOf(
  column: ExportColumn,
  line: EnrollmentRow,
  school: Settings,
  words: ExportLabels | undefined,
) {
  const value = column.value(line);
  if (value instanceof Date && !words) return toLocalIso(school.time_zone, value);
  const cell = cellOf(column, line, school, words);
  if (cell === null || typeof cell === "string") return cell;
  return "time" in cell ? `${cell.day} ${cell.time}` : cell.day;
}

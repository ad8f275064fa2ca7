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

/** Type of a column's values, if not text. */
type ExportKind = "day" | "instant" | "state" | "source" | "reason" | "money";

/** A column of the export. `name` is the API's field name; people see a heading instead. */
type ExportColumn = {
  name: string;
  group: ExportGroup;
  /** The form field in this column. */
  field?: FieldName;
  kind?: ExportKind;
  value: (line: EnrollmentRow) => string | number | boolean | Date | Day | null | undefined;
};

type Values = Record<string, ExportColumn["value"] | [ExportKind, ExportColumn["value"]]>;

const own = (group: ExportGroup, columns: Values): ExportColumn[] =>
  Object.entries(columns).map(([name, of]) =>
    Array.isArray(of) ? { name, group, kind: of[0], value: of[1] } : { name, group, value: of },
  );

/** Sort key: people's fields in the desk's order, choices first. */
const placeOf = (row: Field) =>
  row.person ? getFieldOrder(row) : Number(!(row.stored && "option" in row.stored));

/** The columns of a person's fields, or of the studies. */
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

/** Common selections of columns. */
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

/** The selected columns in their fixed order; all if none is selected. */
export function pickColumns(names: string[]): ExportColumn[] {
  const chosen = exportColumns.filter(({ name }) => names.includes(name));
  return chosen.length > 0 ? chosen : exportColumns;
}

/** Headings and values for people. */
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
    /** With the person, where several have a field of this name. */
    heading: (column: ExportColumn) =>
      column.group === "student" || column.group === "guardian"
        ? `${t(`desk.exports.groups.${column.group}`)}: ${label(column)}`
        : label(column),
    say,
  };
}

export const exportFormats = ["xlsx", "csv;", "csv,"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** A list with its filters, or the enrollments of a bulk action. */
export type ExportSource = { filters: Filters; sort: Sort; words?: string } | { bulkId: string };

export type ExportRequest = {
  source: ExportSource;
  columns: ExportColumn[];
  format: ExportFormat;
  /** Language of headings and values; without it names and codes for programs. */
  locale?: Locale | undefined;
};

type ExportLabels = ReturnType<typeof createExportLabels>;

/**
 * A list as a file in chunks, streamed so that memory use does not depend on its length. Times are in the school's time
 * zone.
 * @param onProgress called after each batch with the number of rows so far
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
 * The source of a file: a bulk action, or the list at an address. Undefined for a search of another session and for an
 * unknown bulk action.
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

/** Whether a file includes every person who is not erased, whatever the filters. */
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

/** The name of a field in a file: choices by kind and position, a person's as in the API. */
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

/** Values of cells without a type: times, with UTC offset for programs. */
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

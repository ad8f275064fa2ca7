import type { Locale } from "@/lib/i18n/locales";
import { foldText } from "@/lib/platform/text";
import { type Column, columns, type Value } from "./columns";

/** The catalogue's tables; referenced tables come first. */
export const tableNames = [
  "school_years",
  "degrees",
  "courses",
  "grading_systems",
  "specialities",
  "subjects",
  "syllabi",
  "syllabus_specialities",
  "syllabus_subjects",
] as const;

export type TableName = (typeof tableNames)[number];

export type Row = Record<string, Value>;

/** The rows of a catalogue by key, with values as in files. */
export type Catalogue = Record<TableName, Map<string, Row>>;

/** A rule between columns of a row; checked when all columns in `needs` are valid. */
type RowRule = {
  needs: string[];
  blamedColumn: string;
  isValid: (row: Row) => boolean;
  message: string;
  code: string;
  /** Only for imported files, where a wrong calendar shifts every date. */
  onlyFiles?: true;
};

type Table = {
  /** The name of a row in messages. */
  noun: string;
  columns: Record<string, Column>;
  key: string[];
  /** Unique groups of columns; a group with a null is never equal to another. */
  unique: string[][];
  references: Record<string, TableName>;
  rules: RowRule[];
  /** SQL of temporary values for unique columns while rows exchange them. */
  parkingValues: Record<string, string>;
  /** Rows that belong to a syllabus: deleted with it, and replaced instead of updated. */
  link?: true;
  /** The column names of a school's own list; its keys ignore case and accents. */
  headings?: Record<string, Record<Locale, string>>;
};

const otherNames = { name_ca: columns.addedName, name_en: columns.addedName };

export const tables: Record<TableName, Table> = {
  school_years: defineTable({
    noun: "school year",
    columns: {
      id: columns.id,
      year: columns.yearLabel,
      start_enrollment: columns.date,
      end_enrollment: columns.optionalDate,
      start_school_year: columns.date,
      end_school_year: columns.date,
    },
    unique: [["year"]],
    rules: [
      notBefore("end_enrollment", "start_enrollment"),
      notBefore("end_school_year", "start_school_year"),
      withinLabel("start_school_year"),
      withinLabel("end_school_year"),
    ],
    parkingValues: { year: `'0000/' || lpad((id % 10000)::text, 4, '0')` },
  }),
  degrees: defineTable({
    noun: "degree",
    columns: { id: columns.id, order: columns.count(), name: columns.name, ...otherNames },
  }),
  courses: defineTable({
    noun: "course",
    columns: {
      id: columns.id,
      degree_id: columns.id,
      number: columns.count(),
      name: columns.name,
      ...otherNames,
    },
    unique: [["degree_id", "number"]],
    references: { degree_id: "degrees" },
    parkingValues: { number: "-id" },
  }),
  grading_systems: defineTable({ noun: "grading system", columns: { id: columns.id, name: columns.name } }),
  specialities: defineTable({
    noun: "speciality",
    columns: {
      id: columns.id,
      school_year_id: columns.id,
      name: columns.name,
      code: columns.code,
      ...otherNames,
    },
    unique: [
      ["school_year_id", "name"],
      ["school_year_id", "code"],
    ],
    references: { school_year_id: "school_years" },
    parkingValues: { name: "chr(1) || id", code: "null" },
  }),
  subjects: defineTable({
    noun: "subject",
    columns: {
      id: columns.id,
      school_year_id: columns.id,
      code: columns.code,
      name: columns.name,
      school_hours: columns.duration,
      price: columns.decimal(8),
      student_ratio: columns.count(1),
      ects: columns.decimal(4),
      is_individual: columns.flag,
      ...otherNames,
    },
    unique: [["school_year_id", "code"]],
    references: { school_year_id: "school_years" },
    parkingValues: { code: "null" },
  }),
  syllabi: defineTable({
    noun: "syllabus",
    columns: {
      id: columns.id,
      school_year_id: columns.id,
      name: columns.optionalName,
      course_id: columns.id,
      min_electives: columns.count(),
      max_electives: columns.count(),
      age: columns.count(),
      highest_start_age: columns.addedCount,
      admission: {
        ...columns.choice("syllabus_admission", ["open", "test", "previous_course"]),
        ifAbsent: "open",
      },
      max_failed_subjects_to_pass: columns.count(),
      grading_system_id: columns.id,
      ...otherNames,
    },
    references: {
      school_year_id: "school_years",
      course_id: "courses",
      grading_system_id: "grading_systems",
    },
    rules: [notLess("max_electives", "min_electives"), notLess("highest_start_age", "age")],
  }),
  syllabus_specialities: defineTable({
    noun: "syllabus speciality",
    columns: { syllabus_id: columns.id, speciality_id: columns.id, school_year_id: columns.id },
    key: ["syllabus_id", "speciality_id"],
    references: { syllabus_id: "syllabi", speciality_id: "specialities", school_year_id: "school_years" },
    link: true,
  }),
  syllabus_subjects: defineTable({
    noun: "syllabus subject",
    columns: {
      id: columns.id,
      syllabus_id: columns.id,
      subject_id: columns.id,
      school_year_id: columns.id,
      kind: columns.choice("syllabus_subject_kind", ["mandatory", "optional", "speciality"]),
      speciality_id: columns.optionalId,
      classes_per_week: columns.count(),
    },
    references: {
      syllabus_id: "syllabi",
      subject_id: "subjects",
      school_year_id: "school_years",
      speciality_id: "specialities",
    },
    rules: [
      {
        needs: ["kind", "speciality_id"],
        blamedColumn: "speciality_id",
        isValid: (row) => (row.kind === "speciality") === (row.speciality_id !== null),
        message: "must be given when kind is speciality, and only then",
        code: "with_speciality_only",
      },
    ],
    link: true,
  }),
};

/** A table of a file: one of the catalogue's, or a school's own list with a row per instrument and course. */
export type FileTableName = TableName | "list";

export const listHeadings: Record<string, Record<Locale, string>> = {
  instrument: { es: "instrumento", ca: "instrument", en: "instrument" },
  course: { es: "curso", ca: "curs", en: "course" },
  degree: { es: "enseñanza", ca: "ensenyament", en: "degree" },
  age: { es: "edad", ca: "edat", en: "age" },
  places: { es: "plazas", ca: "places", en: "places" },
  price: { es: "precio", ca: "preu", en: "price" },
};

const list = defineTable({
  noun: "row",
  columns: {
    instrument: columns.name,
    course: columns.addedName,
    degree: columns.addedName,
    age: columns.addedCount,
    places: columns.addedCount,
    price: columns.euros,
  },
  key: ["instrument", "course", "degree"],
  headings: listHeadings,
});

export const getFileTable = (name: FileTableName): Table => (name === "list" ? list : tables[name]);

/** The column of a heading; an unknown heading unchanged. */
export function toColumnName(name: FileTableName, heading: string): string {
  const normalised = heading.trim().toLowerCase();
  const entry = Object.entries(getFileTable(name).headings ?? {}).find(([, headings]) =>
    Object.values(headings).some((word) => foldName(word) === foldName(normalised)),
  );
  return entry?.[0] ?? normalised;
}

/** A name for comparison, without case and accents. */
export const foldName = (name: Value | undefined) => foldText(String(name ?? ""));

export function getRowKey(table: FileTableName, row: Row): string {
  const { key, headings } = getFileTable(table);
  return key.map((column) => (headings ? foldName(row[column]) : row[column])).join("/");
}

export const isTableName = (name: string): name is TableName =>
  (tableNames as readonly string[]).includes(name);

/** The name of a row in messages: `subject 1012 "Coro"`. */
export function formatRowName(table: TableName, row: Row): string {
  const name = row.name ?? row.year;
  return `${tables[table].noun} ${getRowKey(table, row)}${name ? ` "${name}"` : ""}`;
}

/** The name of a row on pages. */
export function getRowLabel(catalogue: Catalogue, table: TableName, row: Row): string {
  const getName = (to: TableName, id: Row[string] | undefined): string => {
    const referenced = catalogue[to].get(String(id));
    return referenced ? getRowLabel(catalogue, to, referenced) : "";
  };
  if (table === "school_years") return String(row.year);
  if (table === "courses") return `${getName("degrees", row.degree_id)}: ${row.name}`;
  if (table === "syllabi") return String(row.name || getName("courses", row.course_id));
  if (table === "syllabus_specialities") return getName("specialities", row.speciality_id);
  if (table === "syllabus_subjects") return getName("subjects", row.subject_id);
  return String(row.name);
}

function defineTable(parts: Partial<Table> & Pick<Table, "noun" | "columns">): Table {
  return { key: ["id"], unique: [], references: {}, rules: [], parkingValues: {}, ...parts };
}

/** The date must be in one of the two years of the label. */
function withinLabel(day: string): RowRule {
  return {
    needs: ["year", day],
    blamedColumn: day,
    isValid: ({ year, [day]: value }) => String(year).split("/").includes(String(value).slice(0, 4)),
    message: "must lie in one of the years of the label",
    code: "not_in_label",
    onlyFiles: true,
  };
}

function notBefore(end: string, start: string): RowRule {
  return {
    needs: [start, end],
    blamedColumn: end,
    isValid: (row) => row[end] === null || String(row[end]) >= String(row[start]),
    message: `must not be before ${start}`,
    code: "before_start",
  };
}

function notLess(max: string, min: string): RowRule {
  return {
    needs: [min, max],
    blamedColumn: max,
    isValid: (row) => row[max] === null || Number(row[max]) >= Number(row[min]),
    message: `must not be less than ${min}`,
    code: "fewer_than_least",
  };
}

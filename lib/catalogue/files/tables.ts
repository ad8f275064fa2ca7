import type { Locale } from "@/lib/i18n/locales";
import type { Column, Value } from "./columns";
import * as column from "./columns";

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

export type { Value };

export type TableName = (typeof tableNames)[number];

export type Row = Record<string, Value>;

/** The rows of a catalogue by key, with values as in files. */
export type Catalogue = Record<TableName, Map<string, Row>>;

/** A rule between columns of a row; checked when all columns in `needs` are valid. */
type RowRule = {
  needs: string[];
  blamedColumn: string;
  holds: (row: Row) => boolean;
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
  park: Record<string, string>;
  /** Rows that belong to a syllabus: deleted with it, and replaced instead of updated. */
  link?: true;
  /** The column names of a school's own list; its keys ignore case and accents. */
  headings?: Record<string, Record<Locale, string>>;
};

const otherNames = { name_ca: column.addedName, name_en: column.addedName };

export const tables: Record<TableName, Table> = {
  school_years: table({
    noun: "school year",
    columns: {
      id: column.id,
      year: column.yearLabel,
      start_enrollment: column.date,
      end_enrollment: column.optionalDate,
      start_school_year: column.date,
      end_school_year: column.date,
    },
    unique: [["year"]],
    rules: [
      notBefore("end_enrollment", "start_enrollment"),
      notBefore("end_school_year", "start_school_year"),
      inLabel("start_school_year"),
      inLabel("end_school_year"),
    ],
    park: { year: `'0000/' || lpad((id % 10000)::text, 4, '0')` },
  }),
  degrees: table({
    noun: "degree",
    columns: { id: column.id, order: column.count(), name: column.name, ...otherNames },
  }),
  courses: table({
    noun: "course",
    columns: {
      id: column.id,
      degree_id: column.id,
      number: column.count(),
      name: column.name,
      ...otherNames,
    },
    unique: [["degree_id", "number"]],
    references: { degree_id: "degrees" },
    park: { number: "-id" },
  }),
  grading_systems: table({
    noun: "grading system",
    columns: { id: column.id, name: column.name },
  }),
  specialities: table({
    noun: "speciality",
    columns: {
      id: column.id,
      school_year_id: column.id,
      name: column.name,
      code: column.code,
      ...otherNames,
    },
    unique: [
      ["school_year_id", "name"],
      ["school_year_id", "code"],
    ],
    references: { school_year_id: "school_years" },
    park: { name: "chr(1) || id", code: "null" },
  }),
  subjects: table({
    noun: "subject",
    columns: {
      id: column.id,
      school_year_id: column.id,
      code: column.code,
      name: column.name,
      school_hours: column.duration,
      price: column.decimal(8),
      student_ratio: column.count(1),
      ects: column.decimal(4),
      is_individual: column.flag,
      ...otherNames,
    },
    unique: [["school_year_id", "code"]],
    references: { school_year_id: "school_years" },
    park: { code: "null" },
  }),
  syllabi: table({
    noun: "syllabus",
    columns: {
      id: column.id,
      school_year_id: column.id,
      name: column.optionalName,
      course_id: column.id,
      min_electives: column.count(),
      max_electives: column.count(),
      age: column.count(),
      highest_start_age: column.addedCount,
      admission: {
        ...column.choice("syllabus_admission", ["open", "test", "previous_course"]),
        ifAbsent: "open",
      },
      max_failed_subjects_to_pass: column.count(),
      grading_system_id: column.id,
      ...otherNames,
    },
    references: {
      school_year_id: "school_years",
      course_id: "courses",
      grading_system_id: "grading_systems",
    },
    rules: [notLess("max_electives", "min_electives"), notLess("highest_start_age", "age")],
  }),
  syllabus_specialities: table({
    noun: "syllabus speciality",
    columns: { syllabus_id: column.id, speciality_id: column.id, school_year_id: column.id },
    key: ["syllabus_id", "speciality_id"],
    references: { syllabus_id: "syllabi", speciality_id: "specialities", school_year_id: "school_years" },
    link: true,
  }),
  syllabus_subjects: table({
    noun: "syllabus subject",
    columns: {
      id: column.id,
      syllabus_id: column.id,
      subject_id: column.id,
      school_year_id: column.id,
      kind: column.choice("syllabus_subject_kind", ["mandatory", "optional", "speciality"]),
      speciality_id: column.optionalId,
      classes_per_week: column.count(),
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
        holds: (row) => (row.kind === "speciality") === (row.speciality_id !== null),
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

const list = table({
  noun: "row",
  columns: {
    instrument: column.name,
    course: column.addedName,
    degree: column.addedName,
    age: column.addedCount,
    places: column.addedCount,
    price: column.euros,
  },
  key: ["instrument", "course", "degree"],
  headings: listHeadings,
});

export const getFileTable = (name: FileTableName): Table => (name === "list" ? list : tables[name]);

/** The column of a heading; an unknown heading unchanged. */
export function toColumnName(name: FileTableName, heading: string): string {
  const plain = heading.trim().toLowerCase();
  const named = Object.entries(getFileTable(name).headings ?? {}).find(([, words]) =>
    Object.values(words).some((word) => foldName(word) === foldName(plain)),
  );
  return named?.[0] ?? plain;
}

/** A name for comparison, without case and accents. */
export const foldName = (name: Value | undefined) =>
  String(name ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

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

function table(parts: Partial<Table> & Pick<Table, "noun" | "columns">): Table {
  return { key: ["id"], unique: [], references: {}, rules: [], park: {}, ...parts };
}

/** The date must be in one of the two years of the label. */
function inLabel(day: string): RowRule {
  return {
    needs: ["year", day],
    blamedColumn: day,
    holds: ({ year, [day]: value }) => String(year).split("/").includes(String(value).slice(0, 4)),
    message: "must lie in one of the years of the label",
    code: "not_in_label",
    onlyFiles: true,
  };
}

function notBefore(end: string, start: string): RowRule {
  return {
    needs: [start, end],
    blamedColumn: end,
    holds: (row) => row[end] === null || String(row[end]) >= String(row[start]),
    message: `must not be before ${start}`,
    code: "before_start",
  };
}

function notLess(most: string, least: string): RowRule {
  return {
    needs: [least, most],
    blamedColumn: most,
    holds: (row) => row[most] === null || Number(row[most]) >= Number(row[least]),
    message: `must not be less than ${least}`,
    code: "fewer_than_least",
  };
}

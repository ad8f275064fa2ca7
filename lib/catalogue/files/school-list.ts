import { type CatalogueFile, checkRows } from "./read-catalogue";
import type { readStoredLimits } from "./stored-catalogue";
import { type Catalogue, foldName, getRowKey, type Row, type TableName, tableNames } from "./tables";
import {
  type CatalogueTarget,
  createTarget,
  getMaxId,
  type LimitChange,
  parseCells,
  rowsOf,
} from "./target-catalogue";
import { createProblem, type Problem, type SourceLocation } from "./types";

/** The default without a course: one for everybody, of any age. */
const DEFAULT_DEGREE = {
  name: "Enseñanzas de música",
  name_ca: "Ensenyaments de música",
  name_en: "Music courses",
};
const DEFAULT_COURSE = {
  name: "Clases de instrumento",
  name_ca: "Classes d’instrument",
  name_en: "Instrument lessons",
};

/** The school year of a list, found by `id` or label, else created from these cells. */
type ListYear = Record<string, string>;

export const findListYear = (stored: Catalogue, { id, year }: ListYear): Row | undefined =>
  [...stored.school_years.values()].find((row) => (id ? String(row.id) === id : row.year === year?.trim()));

/**
 * Converts a school's own list into a change of the catalogue: finds items by name in the year or adds them, and sets
 * prices and limits. Deletes nothing.
 */
export function createListTarget(
  stored: Catalogue,
  file: CatalogueFile,
  cells: ListYear,
  limits: Awaited<ReturnType<typeof readStoredLimits>>,
): CatalogueTarget {
  const writer = createWriter(stored);
  const year =
    findListYear(stored, cells) ??
    writer.add("school_years", parseCells("school_years", cells) as Row, {
      file: file.file,
      table: "school_years",
    });
  const findCourse = createCourseFinder(stored, Number(year.id), writer);
  const findSpeciality = createSpecialityFinder(stored, Number(year.id), writer);
  const setPrice = createPriceWriter(stored, writer);
  const locationByPair = new Map<string, SourceLocation>();
  const changes: LimitChange[] = [];
  for (const { row, source } of file.list?.rows ?? []) {
    if (!("price" in row)) continue; // a problem of the file
    const course = findCourse(row, source);
    const speciality = findSpeciality(row, source);
    const earlier = locationByPair.get(`${course.id}/${speciality.id}`);
    if (earlier) writer.refuse(source, "instrument", "list_twice", earlier);
    locationByPair.set(`${course.id}/${speciality.id}`, source);
    setPrice(course, speciality, row, source);
    const pair = { specialityId: Number(speciality.id), syllabusId: row.course ? Number(course.id) : null };
    const before =
      limits.find((limit) => limit.specialityId === pair.specialityId && limit.syllabusId === pair.syllabusId)
        ?.places ?? null;
    if (row.places === undefined || row.places === before) continue;
    const name = [speciality.name, row.course].filter(Boolean).join(", ");
    const after = row.places as number | null;
    changes.push({ schoolYearId: Number(year.id), ...pair, name, before, after });
  }
  return { ...createTarget(stored, writer.toFile(file)), limits: changes };
}

type Writer = ReturnType<typeof createWriter>;

/** Collects rows of the tables with their line in the list. */
function createWriter(stored: Catalogue) {
  const rows = new Map<string, { table: TableName; values: Row; source: SourceLocation }>();
  const ids = new Map<TableName, number>();
  const problems: Problem[] = [];
  const set = (table: TableName, values: Row, source: SourceLocation): Row => {
    rows.set(`${table} ${getRowKey(table, values)}`, { table, values, source });
    return values;
  };
  return {
    set,
    add(table: TableName, values: Row, source: SourceLocation): Row {
      const id = (ids.get(table) ?? getMaxId(stored, table)) + 1;
      ids.set(table, id);
      return set(table, { id, ...values }, source);
    },
    refuse(source: SourceLocation, column: string, code: string, earlier?: SourceLocation) {
      const line = earlier?.line ?? 0;
      problems.push(
        createProblem(source, column, `${messages[code]} ${line || ""}`.trim(), { code, values: { line } }),
      );
    },
    /** Never deletes rows. */
    toFile(list: CatalogueFile): CatalogueFile {
      const written = tableNames.flatMap((table) => {
        const tableRows = [...rows.values()].filter((row) => row.table === table);
        return tableRows.length > 0 ? [{ table, file: list.file, rows: tableRows }] : [];
      });
      const raw = { tables: written, problems: [...list.problems, ...problems], complete: list.complete };
      const file = checkRows(list.file, raw, { isFile: true });
      for (const table of Object.values(file.tables)) table.incomplete = true;
      return file;
    },
  };
}

const messages: Record<string, string> = {
  list_twice: "The same instrument and course are in line",
  list_other_age: "The course has another age in line",
  list_degree_needed: "Several degrees have this course: name one.",
};

const toCandidate = (row: Row, course: Row | undefined, degree: Row | undefined) => ({
  row,
  name: foldName(row.name || course?.name),
  degree: foldName(degree?.name),
  age: undefined as SourceLocation | undefined,
});

/** Finds the syllabus of a row by the names of course and degree, or adds it with what it needs. */
function createCourseFinder(stored: Catalogue, year: number, writer: Writer) {
  const courses = [...stored.courses.values()];
  const degrees = [...stored.degrees.values()];
  const candidates = rowsOf(stored, "syllabi", year).map((row) => {
    const course = stored.courses.get(String(row.course_id));
    return toCandidate(row, course, stored.degrees.get(String(course?.degree_id)));
  });
  const gradings = [...stored.grading_systems.values()];

  const addCourse = ({ course, degree, age }: Row, source: SourceLocation) => {
    const degreeRow = findOrAdd(degrees, degree ?? DEFAULT_DEGREE.name, () =>
      writer.add(
        "degrees",
        { order: getNext(degrees, "order"), ...(degree ? toNames(degree) : DEFAULT_DEGREE) },
        source,
      ),
    );
    const siblings = courses.filter(({ degree_id }) => degree_id === degreeRow.id);
    const courseRow = findOrAdd(siblings, course ?? DEFAULT_COURSE.name, () => {
      const names = course ? toNames(course) : DEFAULT_COURSE;
      const added = writer.add(
        "courses",
        { degree_id: degreeRow.id as number, number: getNext(siblings, "number"), ...names },
        source,
      );
      courses.push(added);
      return added;
    });
    const grading = findOrAdd(gradings, gradings[0]?.name ?? "Numérica", () =>
      writer.add("grading_systems", { name: "Numérica" }, source),
    );
    const row = writer.add(
      "syllabi",
      {
        ...{ school_year_id: year, course_id: courseRow.id ?? null, grading_system_id: grading.id ?? null },
        ...{ ...toNames(""), min_electives: 0, max_electives: 0, max_failed_subjects_to_pass: 0 },
        ...{ age: age ?? 0, highest_start_age: null, admission: "open" },
      },
      source,
    );
    const candidate = toCandidate(row, courseRow, degreeRow);
    candidates.push(candidate);
    return candidate;
  };

  return (row: Row, source: SourceLocation): Row => {
    const name = foldName(row.course ?? DEFAULT_COURSE.name);
    const matches = candidates.filter(
      (candidate) => candidate.name === name && (!row.degree || candidate.degree === foldName(row.degree)),
    );
    if (matches.length > 1) writer.refuse(source, "degree", "list_degree_needed");
    const course = matches[0] ?? addCourse(row, source);
    if (typeof row.age !== "number") return course.row;
    if (course.age && course.row.age !== row.age) writer.refuse(source, "age", "list_other_age", course.age);
    if (course.row.age !== row.age)
      course.row = writer.set("syllabi", { ...course.row, age: row.age }, source);
    course.age ??= source;
    return course.row;
  };
}

function createSpecialityFinder(stored: Catalogue, year: number, writer: Writer) {
  const specialities = rowsOf(stored, "specialities", year);
  return ({ instrument }: Row, source: SourceLocation): Row =>
    findOrAdd(specialities, instrument, () =>
      writer.add("specialities", { school_year_id: year, code: null, ...toNames(instrument) }, source),
    );
}

/** Sets the price of an instrument in a course, through a subject that no other course shares. */
function createPriceWriter(stored: Catalogue, writer: Writer) {
  const links = [...stored.syllabus_subjects.values()];
  const getSubject = (link: Row | undefined) => stored.subjects.get(String(link?.subject_id));
  return (syllabus: Row, speciality: Row, { price = null, course }: Row, source: SourceLocation) => {
    const key = {
      school_year_id: speciality.school_year_id as number,
      syllabus_id: syllabus.id as number,
      speciality_id: speciality.id as number,
    };
    writer.set("syllabus_specialities", key, source);
    const ownLinks = links.filter(
      (link) => link.syllabus_id === syllabus.id && link.speciality_id === speciality.id,
    );
    const isNamedAfter = (row: Row) => foldName(getSubject(row)?.name).startsWith(foldName(speciality.name));
    const link = ownLinks.find(isNamedAfter) ?? ownLinks[0];
    const subject = getSubject(link);
    if (subject && subject.price === price) return;
    if (subject && links.filter(({ subject_id }) => subject_id === subject.id).length === 1) {
      writer.set("subjects", { ...subject, price }, source);
      return;
    }
    const name = [speciality.name, course].filter(Boolean).join(", ").slice(0, 200);
    const { id: _, ...copiedValues } = subject ?? { ...toNames(name), ...NEW_SUBJECT };
    const values = { ...copiedValues, school_year_id: key.school_year_id, code: null, price };
    const subject_id = writer.add("subjects", values, source).id as number;
    if (link) writer.set("syllabus_subjects", { ...link, subject_id }, source);
    else writer.add("syllabus_subjects", { ...key, subject_id, ...NEW_LINK }, source);
  };
}

/** Lists have no class length. */
const NEW_SUBJECT: Row = { school_hours: "00:00", student_ratio: 1, ects: "0", is_individual: true };

const NEW_LINK = { kind: "speciality", classes_per_week: 1 };

const toNames = (name: Row[string] | undefined): Row => ({ name: name ?? "", name_ca: null, name_en: null });

const getNext = (rows: Row[], column: string) => Math.max(0, ...rows.map((row) => Number(row[column]))) + 1;

function findOrAdd(rows: Row[], name: Row[string] | undefined, add: () => Row): Row {
  const found = rows.find((row) => foldName(row.name) === foldName(name));
  if (found) return found;
  const row = add();
  rows.push(row);
  return row;
}

import { type TableName, tableNames } from "@/lib/desk/catalogue/queries";

/** The tables that have a page, in the order of its tabs; what hangs on a syllabus stands on the syllabus' page. */
export const pagedTables = [
  "syllabi",
  "specialities",
  "subjects",
  "courses",
  "degrees",
  "grading_systems",
] as const satisfies TableName[];

export const linkTables = ["syllabus_specialities", "syllabus_subjects"] as const satisfies TableName[];

export const findTable = (name: string) => tableNames.find((table) => table === name);

/** Where a table of a year is; what hangs on a syllabus is on its page. */
export function getTableAddress(table: TableName, year: number, syllabus?: number | string): string {
  if (table === "school_years") return `/desk/catalogue?year=${year}`;
  const isLink = linkTables.some((link) => link === table);
  return isLink && syllabus
    ? `/desk/catalogue/syllabi/${syllabus}?year=${year}`
    : `/desk/catalogue/${table}?year=${year}`;
}

/** Where a row is changed, or (no key) added. */
export function getRowAddress(
  table: TableName,
  year: number,
  key?: string,
  syllabus?: number | string,
): string {
  const of = syllabus ? `&syllabus=${syllabus}` : "";
  return `/desk/catalogue/${table}/${key?.replace("/", "-") ?? "new"}?year=${year}${of}`;
}

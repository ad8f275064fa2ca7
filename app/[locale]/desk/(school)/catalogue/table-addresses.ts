import type { TableName } from "@/lib/catalogue/files/tables";
import { tableNames } from "@/lib/desk/catalogue/queries";

/** Tables with a page, in the order of the tabs; a syllabus's own tables are on its page. */
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

export function getTableAddress(table: TableName, year: number, syllabus?: number | string): string {
  if (table === "school_years") return `/desk/catalogue?year=${year}`;
  const isLink = linkTables.some((link) => link === table);
  return isLink && syllabus
    ? `/desk/catalogue/syllabi/${syllabus}?year=${year}`
    : `/desk/catalogue/${table}?year=${year}`;
}

/** Without a key: a new row. */
export function getRowAddress(
  table: TableName,
  year: number,
  key?: string,
  syllabus?: number | string,
): string {
  const syllabusQuery = syllabus ? `&syllabus=${syllabus}` : "";
  return `/desk/catalogue/${table}/${key?.replace("/", "-") ?? "new"}?year=${year}${syllabusQuery}`;
}

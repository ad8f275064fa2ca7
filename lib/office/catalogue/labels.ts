import type { Catalogue, Row, TableName } from "@/lib/catalogue/files/tables";

/** What people call a row of the catalogue. */
export function getRowLabel(catalogue: Catalogue, table: TableName, row: Row): string {
  const name = (to: TableName, id: Row[string] | undefined): string => {
    const found = catalogue[to].get(String(id));
    return found ? getRowLabel(catalogue, to, found) : "";
  };
  if (table === "school_years") return String(row.year);
  if (table === "courses") return `${name("degrees", row.degree_id)}: ${row.name}`;
  if (table === "syllabi") return String(row.name || name("courses", row.course_id));
  if (table === "syllabus_specialities") return name("specialities", row.speciality_id);
  if (table === "syllabus_subjects") return name("subjects", row.subject_id);
  return String(row.name);
}

import { type CatalogueFile, toCatalogueFile } from "./check-rows";
import { type Catalogue, type Row, type TableName, tables } from "./tables";

/** A school year out of another: its label and days, and what becomes of prices. */
export type NewYearInput = {
  from: number;
  year: string;
  start_enrollment: string;
  end_enrollment: string | null;
  start_school_year: string;
  end_school_year: string;
  /** By how much prices go up, in percent; down with a minus. */
  percent: number;
  /** To how many cents each is rounded. */
  roundTo: number;
};

/** The copies' numbers by those of what they were copied from. */
export type CopiedIds = Record<"specialities" | "subjects" | "syllabi", Map<number, number>>;

/** What a year holds, once more under new numbers, as a file that says that year alone (desk 27). */
export function copyYear(stored: Catalogue, { from, percent, roundTo, ...own }: NewYearInput) {
  const id = highest(stored, "school_years") + 1;
  const copies: CopiedIds = {
    specialities: numbers(stored, "specialities", from),
    subjects: numbers(stored, "subjects", from),
    syllabi: numbers(stored, "syllabi", from),
  };
  const copied = (table: TableName) =>
    rowsOf(stored, table, from).map((row) => ({ ...row, ...moved(table, row, copies), school_year_id: id }));
  let link = highest(stored, "syllabus_subjects");
  const file: CatalogueFile = toCatalogueFile("next-year", {
    school_years: [{ id, ...own }],
    specialities: copied("specialities"),
    subjects: copied("subjects").map((row) => ({
      ...row,
      price: calculateNewPrice(String((row as Row).price), percent, roundTo),
    })),
    syllabi: copied("syllabi"),
    syllabus_specialities: copied("syllabus_specialities"),
    syllabus_subjects: copied("syllabus_subjects").map((row) => ({ ...row, id: ++link })),
  });
  return { id, file, copies };
}

/** A price as text, such as `32.50`, so many percent higher and rounded. */
export function calculateNewPrice(price: string, percent: number, roundTo: number): string {
  const cents = Math.round(Number(price) * 100) * (1 + percent / 100);
  return (Math.max(0, Math.round(cents / roundTo) * roundTo) / 100).toFixed(2);
}

const rowsOf = (stored: Catalogue, table: TableName, year: number) =>
  [...stored[table].values()].filter(({ school_year_id }) => school_year_id === year);

const highest = (stored: Catalogue, table: TableName) =>
  Math.max(0, ...[...stored[table].values()].map(({ id }) => Number(id)));

function numbers(stored: Catalogue, table: TableName, year: number): Map<number, number> {
  const first = highest(stored, table) + 1;
  return new Map(rowsOf(stored, table, year).map(({ id }, at) => [Number(id), first + at]));
}

/** The row's own number and what it points at within its year. */
function moved(table: TableName, row: Row, copies: CopiedIds): Row {
  const to = (name: string, value: Row[string]) =>
    value === null ? null : (copies[name as keyof CopiedIds]?.get(Number(value)) ?? value);
  const pointing = Object.entries(tables[table].references)
    .filter(([, name]) => name in copies)
    .map(([column, name]) => [column, to(name, row[column] ?? null)] as const);
  return { ...(table in copies && { id: to(table, row.id ?? null) }), ...Object.fromEntries(pointing) };
}

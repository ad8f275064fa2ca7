import { readCatalogue } from "@/lib/catalogue/files/export";
import { type Catalogue, type Row, tableNames } from "@/lib/catalogue/files/tables";
import { writeWorkbook } from "@/lib/catalogue/files/write-workbook";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";

/**
 * A school year's catalogue as the workbook that an import reads back without a change, in pieces, with the year's
 * name; undefined where there is no such year (desk 28).
 */
export async function exportYear(actor: Actor, year: number) {
  requirePermission(actor, "change_settings");
  const catalogue = await readCatalogue();
  const stored = catalogue.school_years.get(String(year));
  return stored && { year: String(stored.year), pieces: writeWorkbook(ofYear(catalogue, year)) };
}

/** The year with its rows, and what belongs to no year: a file that names one year takes nothing from another. */
function ofYear(catalogue: Catalogue, year: number): Catalogue {
  const isIts = ({ school_year_id: of = year }: Row) => of === year;
  const tables = tableNames.map((table) => {
    const rows = [...catalogue[table]].filter(([key, row]) =>
      table === "school_years" ? key === String(year) : isIts(row),
    );
    return [table, new Map(rows)];
  });
  return Object.fromEntries(tables);
}

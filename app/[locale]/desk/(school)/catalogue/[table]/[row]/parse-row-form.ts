import { z } from "zod";
import { optionalText, parseForm, readFormData } from "@/app/[locale]/_lib/parse-form";
import { listColumnNames, tableNames } from "@/lib/desk/catalogue/queries";
import { checkboxSchema, DomainError } from "@/lib/people/verb";

const rowForm = z.object({
  table: z.enum(tableNames, "gone"),
  schoolYear: optionalText,
  key: optionalText,
  syllabus: optionalText,
  remove: checkboxSchema,
  version: optionalText,
  seen: optionalText,
});

/**
 * Controls are named after columns.
 * @throws DomainError
 */
export function parseRowForm(form: FormData) {
  const { remove, key, schoolYear, syllabus, ...rest } = parseForm(form, rowForm);
  const columns = listColumnNames(rest.table);
  const shape = Object.fromEntries(columns.map((column) => [`cell_${column}`, z.string().optional()]));
  const input = readFormData(form, z.object(shape));
  const cells = Object.fromEntries(columns.map((column) => [column, String(input[`cell_${column}`] ?? "")]));
  const fixedCells = {
    ...(columns.includes("school_year_id") && { school_year_id: schoolYear }),
    ...(syllabus && columns.includes("syllabus_id") && { syllabus_id: syllabus }),
  };
  if (remove && !key) throw new DomainError({ code: "gone" });
  return {
    ...rest,
    year: schoolYear,
    syllabus,
    ...(key && { key }),
    ...(!remove && { cells: { ...cells, ...fixedCells } }),
  };
}

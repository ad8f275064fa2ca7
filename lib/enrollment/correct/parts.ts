import { type Branch, type FieldName, fieldRows, fields, type Role } from "@/lib/enrollment/fields";
import { toColumnName } from "@/lib/enrollment/stored-answers";

/** What of an enrollment is corrected together: a person, or what is wished. */
export const correctParts = ["student", "guardian", "second_guardian", "studies"] as const;

export type CorrectPart = (typeof correctParts)[number];

/**
 * The form's fields of a part, in its order. The school year is none of them: another year is another
 * enrollment.
 */
export const listPartFields = (part: CorrectPart, branch: Branch): FieldName[] =>
  fieldRows
    .filter(([name, row]) => row[branch] && row.stored && name !== "school_year_id")
    .filter(([, { person }]) => (part === "studies" ? person === undefined : person === part))
    .map(([name]) => name);

/** What a paper is of: somebody new, another child of a guardian who is known, or a known student's next year. */
export type PaperKind = "new" | "sibling" | "again";

/** What is asked of each: whoever is known stays as they are. */
const paperParts: Record<PaperKind, readonly CorrectPart[]> = {
  new: correctParts,
  sibling: ["student", "second_guardian", "studies"],
  again: ["studies"],
};

/** Everything that a paper answers, part by part: the whole form but its year and the terms, which are signed. */
export const listPaperParts = (how: PaperKind, branch: Branch) =>
  paperParts[how]
    .map((part) => ({ part, fields: listPartFields(part, branch) }))
    .filter(({ fields }) => fields.length > 0);

/** Whose answers a part holds. */
export const getPartRole = (part: CorrectPart): Role | undefined => (part === "studies" ? undefined : part);

/** The column that keeps a field, as the record names it; the lists of wishes have none. */
export function getFieldColumn(field: FieldName): string | undefined {
  const { stored } = fields[field] as { stored?: { column?: string } };
  return stored?.column && toColumnName(stored.column);
}

/** What a decision was made on: another answer makes an untold one void. */
export const voidingFields: ReadonlySet<FieldName> = new Set(
  fieldRows
    .filter(([name, { stored }]) => name === "student_birth_date" || (stored && "option" in stored))
    .map(([name]) => name),
);

import type { EnrollmentPart, PartAnswers } from "@/lib/desk/correction/queries";
import type { FieldName } from "@/lib/enrollment/fields";
import { listControls, readRawInput, toRawInput } from "@/lib/wizard/form-values";
import { getField } from "@/lib/wizard/questions";

/**
 * Fields whose input differs from the stored value, with the fields that belong to them. Unchanged values
 * are not validated: a country may no longer be offered.
 */
export function getChangedFields({ fields, all }: EnrollmentPart, form: FormData): FieldName[] {
  const [typed, before] = [readRawInput(form, fields), toRawInput(all, fields)];
  const touched = new Set(
    fields.filter((field) => listControls([field]).some((at) => (typed[at] ?? "") !== (before[at] ?? ""))),
  );
  return fields.filter((field) => fields.some((other) => touched.has(other) && goTogether(field, other)));
}

function goTogether(field: FieldName, other: FieldName): boolean {
  const [mine, theirs] = [getField(field), getField(other)];
  const list = mine.stored && "option" in mine.stored ? mine.stored.in : undefined;
  return (
    field === other ||
    mine.pairedWith === other ||
    theirs.pairedWith === field ||
    (list !== undefined && theirs.stored?.in === list)
  );
}

/** A prefix without a number, or a type without a document, counts as empty. */
export function mergeAnswers({ fields, all }: EnrollmentPart, checked: PartAnswers): PartAnswers {
  const wanted: PartAnswers = Object.fromEntries(
    fields.map((field) => [field, field in checked ? checked[field] : all[field]]),
  );
  for (const field of fields) {
    const { pairedWith } = getField(field);
    if (pairedWith && wanted[field] === undefined) wanted[pairedWith as FieldName] = undefined;
  }
  return wanted;
}

import type { EnrollmentPart, PartAnswers } from "@/lib/desk/correction/queries";
import type { FieldName } from "@/lib/enrollment/fields";
import { listControls, readRawInput, toRawInput } from "@/lib/wizard/form-values";
import { getField } from "@/lib/wizard/questions";

/**
 * The fields of a part in whose controls something else was typed than is stored, with those that are
 * answered together with them. What stays as it is is not judged again: a country may have left the list.
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

/** All answers of the part as they would be: a prefix without its number, a type without its document are none. */
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

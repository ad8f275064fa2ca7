import type { Answers, ToCorrect } from "@/lib/enrollment/correct/to-correct";
import type { FieldName } from "@/lib/enrollment/fields";
import { controlsOf, readTyped, typedFrom } from "@/lib/form/form-values";
import { rowOf } from "@/lib/form/questions";

/**
 * The fields of a part in whose controls something else was typed than is stored, with those that are
 * answered together with them. What stays as it is is not judged again: a country may have left the list.
 */
export function touchedFields({ fields, all }: ToCorrect, form: FormData): FieldName[] {
  const [typed, before] = [readTyped(form, fields), typedFrom(all, fields)];
  const touched = new Set(
    fields.filter((field) => controlsOf([field]).some((at) => (typed[at] ?? "") !== (before[at] ?? ""))),
  );
  return fields.filter((field) => fields.some((other) => touched.has(other) && goTogether(field, other)));
}

function goTogether(field: FieldName, other: FieldName): boolean {
  const [mine, theirs] = [rowOf(field), rowOf(other)];
  const list = mine.stored && "option" in mine.stored ? mine.stored.in : undefined;
  return (
    field === other ||
    mine.beside === other ||
    theirs.beside === field ||
    (list !== undefined && theirs.stored?.in === list)
  );
}

/** All answers of the part as they would be: a prefix without its number, a type without its document are none. */
export function wantedAnswers({ fields, all }: ToCorrect, checked: Answers): Answers {
  const wanted: Answers = Object.fromEntries(
    fields.map((field) => [field, field in checked ? checked[field] : all[field]]),
  );
  for (const field of fields) {
    const { beside } = rowOf(field);
    if (beside && wanted[field] === undefined) wanted[beside as FieldName] = undefined;
  }
  return wanted;
}

import { codesIn } from "@/lib/enrollment/codes";
import { adultRules, minorRules } from "@/lib/enrollment/rules";
import { dateCodes, type FormCode, type FormField } from "@/lib/form/answers";
import { formRules } from "@/lib/form/form-rules";
import { shapes } from "@/lib/form/form-schema";
import { rowOf } from "@/lib/form/questions";
import { familyRules } from "./family-rules";
import { knownRules } from "./known-problems";

/** Everything that the form may find wrong with a field, in either branch: what its page needs words for. */
export function formCodes(field: FormField): FormCode[] {
  const ruled = [...adultRules, ...minorRules, ...formRules].filter(({ fields }) => fields.includes(field));
  const besides = [...familyRules, ...knownRules].filter((rule) => rule.field === field);
  return [
    ...new Set([
      ...[shapes.adult[field], shapes.minor[field]].flatMap((schema) => (schema ? codesIn(schema) : [])),
      ...[...ruled, ...besides].map(({ code }) => code),
      ...(rowOf(field).control === "date" ? dateCodes : []),
      ...(rowOf(field).control === "phone" ? ["two_phones"] : []),
    ]),
  ] as FormCode[];
}

import { listCodes } from "@/lib/enrollment/codes";
import { adultRules, minorRules } from "@/lib/enrollment/rules";
import { dateCodes, type FormCode, type FormField } from "@/lib/form/answers";
import { formRules } from "@/lib/form/form-rules";
import { branchShapes } from "@/lib/form/form-schema";
import { getField } from "@/lib/form/questions";
import { siblingRules } from "./family-rules";
import { existingPersonRules } from "./known-problems";

/** Everything that the form may find wrong with a field, in either branch: what its page needs words for. */
export function listFieldErrorCodes(field: FormField): FormCode[] {
  const ruled = [...adultRules, ...minorRules, ...formRules].filter(({ fields }) => fields.includes(field));
  const besides = [...siblingRules, ...existingPersonRules].filter((rule) => rule.field === field);
  return [
    ...new Set([
      ...[branchShapes.adult[field], branchShapes.minor[field]].flatMap((schema) => (schema ? listCodes(schema) : [])),
      ...[...ruled, ...besides].map(({ code }) => code),
      ...(getField(field).control === "date" ? dateCodes : []),
      ...(getField(field).control === "phone" ? ["two_phones"] : []),
    ]),
  ] as FormCode[];
}

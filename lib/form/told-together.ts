import type { Field, FieldName } from "@/lib/enrollment/fields";
import { type FormField, getField } from "./questions";

/** What is told of a person in one row with another field, by the words of both. */
const rowFields: Record<string, string> = {
  surname: "name",
  document_type: "document",
  phone_country_code: "phone",
  country: "address",
  zip_code: "address",
  city: "address",
};

/** The field in whose row a field of a person is told, where that is another one. */
export function getRowField(field: FormField): FormField | undefined {
  const { person, words, stored }: Field = getField(field);
  if (stored?.in === "syllabi") return `student_speciality_option${stored.option}`;
  const leader = rowFields[words];
  return person && leader ? (`${person}_${leader}` as FieldName) : undefined;
}

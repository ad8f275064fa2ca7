import type { Field } from "@/lib/enrollment/fields";

/** How the office tells a person, by the words of the fields; what is not named here follows. */
const ORDER = [
  ...["name", "surname", "birth_date", "document_type", "document"],
  ...["email", "phone_country_code", "phone", "address", "zip_code", "city", "country"],
];

/** The place of a person's field there, to sort by. */
export const getFieldOrder = ({ words }: Pick<Field, "words">): number =>
  ORDER.includes(words) ? ORDER.indexOf(words) : ORDER.length;

import type { Rule } from "@/lib/enrollment/rules";
import { emailKey } from "@/lib/mail/addresses";
import type { FormCode, FormField } from "./answers";
import { everyField, rowOf } from "./questions";

type FormRule = Rule<FormCode> & { fields: readonly FormField[] };

const fieldsWith = (is: (row: ReturnType<typeof rowOf>) => boolean) =>
  everyField.filter((field) => is(rowOf(field)));

const OLDEST = 120;

/** A choice that was already made above. */
const repeated = (list: "specialities" | "syllabi"): FormRule => {
  const options = fieldsWith(({ stored }) => stored?.in === list);
  return {
    code: "choice_repeated",
    fields: options,
    blames: (field, input) =>
      input[field] !== undefined &&
      options.slice(0, options.indexOf(field as FormField)).some((above) => input[above] === input[field]),
  };
};

/** What the form asks beyond the interface, because people typed it and can mend it. */
export const formRules: readonly FormRule[] = [
  {
    // Yes means an address.
    code: "required",
    fields: ["second_guardian_email"],
    blames: (field, input) => input.has_second_guardian === "yes" && input[field] === undefined,
  },
  {
    // The student's must be another one, whichever was asked last.
    code: "email_not_distinct",
    fields: ["student_email"],
    blames: (field, { has_second_guardian, second_guardian_email: second, [field]: own }) =>
      has_second_guardian === "yes" &&
      second !== undefined &&
      own !== undefined &&
      emailKey(String(second)) === emailKey(String(own)),
  },
  {
    // A number that came without its type, where the whole document may be left out.
    code: "required",
    fields: ["student_document_type"],
    blames: (field, input) => input.student_document !== undefined && input[field] === undefined,
  },
  {
    code: "year_unlikely",
    fields: fieldsWith(({ control }) => control === "date"),
    blames: (field, { [field]: day }, { today }) =>
      typeof day === "string" && day.slice(0, 4) < `${Number(today.slice(0, 4)) - OLDEST}`,
  },
  {
    code: "zip_spain",
    fields: fieldsWith(({ control }) => control === "zip"),
    blames: (field, input) =>
      input[field] !== undefined &&
      input[`${rowOf(field as FormField).person}_country`] === "es" &&
      !/^\d{5}$/.test(String(input[field])),
  },
  repeated("specialities"),
  repeated("syllabi"),
];

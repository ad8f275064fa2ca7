import type { Rule } from "@/lib/enrollment/rules";
import type { FormCode, FormField } from "./answers";
import { allFields, getField } from "./questions";

type FormRule = Rule<FormCode> & { fields: readonly FormField[] };

const fieldsWith = (is: (row: ReturnType<typeof getField>) => boolean) =>
  allFields.filter((field) => is(getField(field)));

const OLDEST = 120;

/** A choice that was already made above. */
const noRepeatedChoice = (list: "specialities" | "syllabi"): FormRule => {
  const options = fieldsWith(({ stored }) => stored?.in === list);
  return {
    code: "choice_repeated",
    fields: options,
    isBroken: (field, input) =>
      input[field] !== undefined &&
      options.slice(0, options.indexOf(field as FormField)).some((above) => input[above] === input[field]),
  };
};

/** Yes means an address. */
const requireIfYes = (email: FormField, question: FormField): FormRule => ({
  code: "required",
  fields: [email],
  isBroken: (field, input) => input[question] === "yes" && input[field] === undefined,
});

/** What the form asks beyond the interface, because people typed it and can mend it. */
export const formRules: readonly FormRule[] = [
  requireIfYes("second_guardian_email", "has_second_guardian"),
  requireIfYes("student_email", "has_student_email"),
  {
    // A number that came without its type, where the whole document may be left out.
    code: "required",
    fields: ["student_document_type"],
    isBroken: (field, input) => input.student_document !== undefined && input[field] === undefined,
  },
  {
    code: "year_unlikely",
    fields: fieldsWith(({ control }) => control === "date"),
    isBroken: (field, { [field]: day }, { today }) =>
      typeof day === "string" && day.slice(0, 4) < `${Number(today.slice(0, 4)) - OLDEST}`,
  },
  {
    code: "zip_spain",
    fields: fieldsWith(({ control }) => control === "zip"),
    isBroken: (field, input) =>
      input[field] !== undefined &&
      input[`${getField(field as FormField).person}_country`] === "es" &&
      !/^\d{5}$/.test(String(input[field])),
  },
  noRepeatedChoice("specialities"),
  noRepeatedChoice("syllabi"),
];

import type { SchoolContext } from "@/lib/enrollment/rules";
import type { FieldIssue } from "@/lib/errors";
import { emailKey } from "@/lib/mail/addresses";
import type { Answers, FormCode } from "./answers";

type Issue = { field: string; code: FormCode };

/** What the form asks beyond the interface, because people typed it and can mend it. */
export function formRules(input: Answers, school: SchoolContext): FieldIssue[] {
  const issues = [
    ...secondGuardianIssues(input),
    ...documentTypeIssues(input),
    ...yearIssues(input, school),
    ...zipIssues(input),
    ...repeatedIssues(input, "student_speciality_option"),
    ...repeatedIssues(input, "student_syllabi_option"),
  ];
  return issues as FieldIssue[];
}

/** Yes means an address; and the student's must be another one, whichever was asked last. */
function secondGuardianIssues(input: Answers): Issue[] {
  if (input.has_second_guardian !== "yes") return [];
  if (input.second_guardian_email === undefined)
    return [{ field: "second_guardian_email", code: "required" }];
  const same =
    input.student_email !== undefined &&
    emailKey(String(input.second_guardian_email)) === emailKey(String(input.student_email));
  return same ? [{ field: "student_email", code: "email_not_distinct" }] : [];
}

/** A number that came without its type, where the whole document may be left out. */
function documentTypeIssues(input: Answers): Issue[] {
  return input.student_document !== undefined && input.student_document_type === undefined
    ? [{ field: "student_document_type", code: "required" }]
    : [];
}

const OLDEST = 120;

function yearIssues(input: Answers, { today }: SchoolContext): Issue[] {
  const earliest = `${Number(today.slice(0, 4)) - OLDEST}`;
  return (["student_birth_date", "guardian_birth_date"] as const)
    .filter((field) => typeof input[field] === "string" && input[field].slice(0, 4) < earliest)
    .map((field) => ({ field, code: "year_unlikely" }));
}

function zipIssues(input: Answers): Issue[] {
  return (["guardian", "student"] as const)
    .filter((person) => input[`${person}_country`] === "es")
    .map((person) => `${person}_zip_code` as const)
    .filter((field) => input[field] !== undefined && !/^\d{5}$/.test(String(input[field])))
    .map((field) => ({ field, code: "zip_spain" }));
}

/** A choice that was already made above. */
function repeatedIssues(
  input: Answers,
  list: "student_speciality_option" | "student_syllabi_option",
): Issue[] {
  const seen = new Set<unknown>();
  return ([1, 2, 3] as const).flatMap((option): Issue[] => {
    const field = `${list}${option}` as const;
    const choice = input[field];
    if (choice === undefined) return [];
    if (seen.has(choice)) return [{ field, code: "choice_repeated" }];
    seen.add(choice);
    return [];
  });
}

import type { Branch, FormField } from "./answers";
import { isStep, lastStep, type StepId, stepOf } from "./steps";

/**
 * What each step asked in the version of before, whose drafts and addresses may still be open: a draft remembers
 * the fields that were answered, and an address leads to the step that asks its first one now (families 35).
 */
const asked: Readonly<Record<string, readonly FormField[]>> = {
  "school-year": ["school_year_id"],
  "still-right": [], // it asked whether what is known is still right, which check answers shows
  "birth-date": ["student_birth_date"],
  "guardian-name": ["guardian_name", "guardian_surname", "guardian_birth_date"],
  "guardian-document": ["guardian_document_type", "guardian_document"],
  "guardian-contact": ["guardian_email", "guardian_phone_country_code", "guardian_phone"],
  "guardian-address": ["guardian_country", "guardian_address", "guardian_zip_code", "guardian_city"],
  "second-guardian": ["has_second_guardian", "second_guardian_email"],
  "student-name": ["student_name", "student_surname"],
  "student-document": ["student_document_type", "student_document"],
  "student-contact": ["student_phone_country_code", "student_phone"],
  "student-address": ["student_country", "student_address", "student_zip_code", "student_city"],
  experience: ["student_experience_speciality", "student_experience_years"],
  specialities: ["student_speciality_option1", "student_speciality_option2", "student_speciality_option3"],
  syllabi: ["studies_later", "student_syllabi_option1", "student_syllabi_option2", "student_syllabi_option3"],
  observations: ["enrollment_observations"],
};

/** Where the e-mail was asked, which moved from branch to branch. */
const emailOn: Record<Branch, string> = { adult: "student-contact", minor: "student-name" };

const fieldsOf = (step: string, branch: Branch): readonly FormField[] => {
  const fields = Object.hasOwn(asked, step) ? (asked[step] as readonly FormField[]) : [];
  return step === emailOn[branch] ? [...fields, "student_email"] : fields;
};

/** The step to which an address of this version or of before leads; undefined when it names none. */
export function stepAt(address: string, branch: Branch = "minor"): StepId | undefined {
  if (isStep(address)) return address;
  const [first] = fieldsOf(address, branch);
  if (first) return stepOf(first, branch) ?? stepOf(first, "minor");
  return Object.hasOwn(asked, address) ? lastStep : undefined;
}

/** What a draft holds as answered, field by field, where the version of before wrote it step by step. */
export function answeredFields(done: readonly string[], branch: Branch | undefined): string[] {
  const fieldsOrItself = (one: string): readonly string[] =>
    Object.hasOwn(asked, one) ? fieldsOf(one, branch ?? "minor") : [one];
  return [...new Set(done.flatMap(fieldsOrItself))];
}

/** The same with the steps by which a process of the version before knows it. */
export const answeredSteps = (done: readonly string[], branch: Branch | undefined): string[] => [
  ...done,
  ...Object.keys(asked).filter((step) =>
    fieldsOf(step, branch ?? "minor").every((one) => done.includes(one)),
  ),
];

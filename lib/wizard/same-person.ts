import { toDocumentKey } from "@/lib/enrollment/field-schemas";
import { toEmailKey } from "@/lib/mail/addresses";
import { foldText } from "@/lib/platform/text";
import type { Answers } from "@/lib/wizard/types";

/** Children can share a typed address or a birthday, but not a first name (families 5). */
export const isSameChild = (a: Answers, b: Answers): boolean =>
  hasSameName(a, b) &&
  (isSame(a.student_email, b.student_email, toEmailKey) ||
    isSame(a.student_document, b.student_document, toDocumentKey) ||
    (isSame(a.student_surname, b.student_surname, toEmailKey) &&
      isSame(a.student_birth_date, b.student_birth_date, String)));

export const hasSameName = (a: Answers, b: Answers): boolean =>
  isSame(a.student_name, b.student_name, (name) => foldText(toEmailKey(name)));

/** Whether somebody else typed this adult's address: another name and another birth date. */
export const isOtherAdult = (answers: Answers, adult: Answers): boolean =>
  adult.student_name !== undefined &&
  adult.student_birth_date !== undefined &&
  !hasSameName(answers, adult) &&
  answers.student_birth_date !== adult.student_birth_date;

const isSame = (a: unknown, b: unknown, toKey: (text: string) => string): boolean =>
  typeof a === "string" && typeof b === "string" && toKey(a) === toKey(b);

import type { ActionOutcome } from "@/components/forms/action-state";
import type { findChildByBirthDate } from "@/lib/family/guardians/verbs";
import { createGuardianToken } from "@/lib/family/guardians/verbs";
import { readRawInput, toFieldValues } from "@/lib/wizard/form-values";
import { guardianTokenCookie } from "./session";

const BIRTH_DATE = ["student_birth_date"] as const;

/**
 * Remembers for an hour that the person knows a child's birth date.
 * @returns the error; undefined for the right date
 */
export async function checkBirthDate(
  personId: string,
  form: FormData,
  find: typeof findChildByBirthDate,
  t: (key: "problems.required" | "problems.wrong" | "problems.limited") => string,
): Promise<ActionOutcome | undefined> {
  const birthDate = toFieldValues(readRawInput(form, BIRTH_DATE), BIRTH_DATE, []).student_birth_date;
  const result = typeof birthDate === "string" ? await find(personId, birthDate, new Date()) : "required";
  if (typeof result === "string")
    return { problems: [{ field: "student_birth_date_day", text: t(`problems.${result}`) }] };
  await guardianTokenCookie.set(createGuardianToken(personId, result.studentId, new Date()), {
    maxAge: 3600,
  });
}

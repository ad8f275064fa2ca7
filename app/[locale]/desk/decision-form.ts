import { type DecisionInput, tellings } from "@/lib/decisions/decide";
import { field } from "./form-field";

/** What a form that decides says; a post that names no version is of none that there is. */
export function decisionOf(form: FormData, reference: string, to: DecisionInput["to"]): DecisionInput {
  return {
    reference,
    to,
    version: versionOf(form),
    ...placeOf(form),
    reason: field(form, "reason") || undefined,
    words: field(form, "words"),
    internalReason: field(form, "inside"),
    tell: tellings.find((telling) => telling === field(form, "tell")),
  };
}

export const versionOf = (form: FormData): number => number(form, "version") ?? -1;

export const placeOf = (form: FormData) => ({
  specialityId: number(form, "speciality"),
  syllabusId: number(form, "syllabus"),
});

function number(form: FormData, name: string): number | undefined {
  const text = field(form, name);
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

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

export const versionOf = (form: FormData): number => number(field(form, "version")) ?? -1;

/** A speciality and a syllabus, chosen each by itself or both as one. */
export function placeOf(form: FormData) {
  const [speciality = "", syllabus = ""] = form.has("place")
    ? field(form, "place").split("/")
    : [field(form, "speciality"), field(form, "syllabus")];
  return { specialityId: number(speciality), syllabusId: number(syllabus) };
}

function number(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

import { z } from "zod";
import { optionalInteger, parseForm } from "@/app/[locale]/_lib/parse-form";
import { notifyWhen } from "@/lib/decisions/verbs";
import { isReference } from "@/lib/desk/list/filters";
import { stateNames } from "@/lib/enrollment/states";

const text = z.string().default("");

const fields = z.object({
  version: optionalInteger,
  to: z.enum(stateNames).optional().catch(undefined),
  /** A speciality and a syllabus, chosen both as one or each by itself. */
  place: z.string().optional(),
  speciality: optionalInteger,
  syllabus: optionalInteger,
  reason: z
    .string()
    .transform((code) => code || undefined)
    .optional(),
  words: text,
  /** The enrollment that stands instead of one that is withdrawn as repeated. */
  repeats: z.string().refine(isReference).optional().catch(undefined),
  inside: text,
  intent: z.string().optional(),
  tell: z.enum(notifyWhen).optional().catch(undefined),
});

/** What a form that decides says; a post that names no version is of none that there is. */
export function parseDecisionForm(form: FormData) {
  const { version = -1, place, speciality, syllabus, inside, ...said } = parseForm(form, fields);
  const [specialityId, syllabusId] = place?.split("/").map((id) => optionalInteger.parse(id)) ?? [
    speciality,
    syllabus,
  ];
  return { version, specialityId, syllabusId, internalReason: inside, ...said };
}

export const parseVersion = (form: FormData): number => parseDecisionForm(form).version;

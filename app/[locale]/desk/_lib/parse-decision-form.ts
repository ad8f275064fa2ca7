import { z } from "zod";
import { optionalInteger, optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { notifyWhen } from "@/lib/decisions/verbs";
import { isReference } from "@/lib/desk/list/filters";
import { stateNames } from "@/lib/enrollment/states";

const fields = z.object({
  version: optionalInteger,
  to: z.enum(stateNames).optional().catch(undefined),
  /** Speciality and syllabus in one control, or in two. */
  place: z.string().optional(),
  speciality: optionalInteger,
  syllabus: optionalInteger,
  reason: z
    .string()
    .transform((code) => code || undefined)
    .optional(),
  words: optionalText,
  /** The other enrollment of a duplicate. */
  repeats: z.string().refine(isReference).optional().catch(undefined),
  inside: optionalText,
  intent: z.string().optional(),
  tell: z.enum(notifyWhen).optional().catch(undefined),
});

/** Without a valid version the decision is refused. */
export function parseDecisionForm(form: FormData) {
  const { version = -1, place, speciality, syllabus, inside, ...rest } = parseForm(form, fields);
  const [specialityId, syllabusId] = place?.split("/").map((id) => optionalInteger.parse(id)) ?? [
    speciality,
    syllabus,
  ];
  return { version, specialityId, syllabusId, internalReason: inside, ...rest };
}

import { z } from "zod";
import { whole } from "@/app/[locale]/read-form";
import type { ProposedCall } from "@/lib/decisions/places/verbs";

type Call = Omit<ProposedCall, "student">;

/** A call as the control of a form has it: `REFERENCE/VERSION/SPECIALITY/SYLLABUS`. */
export const callText = ({ reference, version, specialityId, syllabusId }: Call) =>
  [reference, version, specialityId, syllabusId].join("/");

/** What a form that calls says; a call that is none is nobody. */
export const callForm = z.object({
  year: whole.transform((year = 0) => year),
  call: z.array(z.string().transform(callOf)),
});

function callOf(text: string): Call[] {
  const [, reference = "", version, speciality, syllabus] =
    /^(\w{1,12})\/(\d{1,9})\/(\d{0,9})\/(\d{0,9})$/.exec(text) ?? [];
  if (!version) return [];
  const id = (digits: string | undefined) => (digits ? Number(digits) : null);
  return [{ reference, version: Number(version), specialityId: id(speciality), syllabusId: id(syllabus) }];
}

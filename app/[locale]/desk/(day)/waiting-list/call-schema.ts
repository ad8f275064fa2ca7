import { z } from "zod";
import { optionalInteger } from "@/app/[locale]/_lib/parse-form";
import type { callNext } from "@/lib/decisions/places/verbs";

type Call = Parameters<typeof callNext>[0]["calls"][number];

/** `REFERENCE/VERSION/SPECIALITY/SYLLABUS` */
export const formatCall = ({ reference, version, specialityId, syllabusId }: Call) =>
  [reference, version, specialityId, syllabusId].join("/");

/** Ignores invalid values. */
export const callSchema = z.object({
  year: optionalInteger.transform((year = 0) => year),
  call: z.array(z.string().transform(parseCall)),
});

function parseCall(text: string): Call[] {
  const [, reference = "", version, speciality, syllabus] =
    /^(\w{1,12})\/(\d{1,9})\/(\d{0,9})\/(\d{0,9})$/.exec(text) ?? [];
  if (!version) return [];
  const id = (digits: string | undefined) => (digits ? Number(digits) : null);
  return [{ reference, version: Number(version), specialityId: id(speciality), syllabusId: id(syllabus) }];
}

"use server";

import { getLocale } from "next-intl/server";
import { asStaff } from "@/app/[locale]/desk/act";
import { field } from "@/app/[locale]/desk/form-field";
import type { ActionState } from "@/components/action/action-state";
import { callNext } from "@/lib/decisions/call-next";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { refusalWords } from "@/lib/decisions/refusal-words";

/** Calls those whom the page proposed; who cannot be called any more is named with what stands in the way. */
export async function callAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const year = Number(field(form, "year"));
    const calls = form.getAll("call").flatMap((value) => callOf(String(value)));
    const { refused } = await callNext({ year, calls }, actor);
    if (refused.length === 0) return { goTo: `/desk/waiting-list?year=${year}&said=called` };
    const locale = await getLocale();
    return {
      problems: refused.map(({ reference, code }) => ({
        words: `${reference}: ${refusalWords(new DecisionRefusal(code), locale)}`,
      })),
    };
  });
}

/** `REFERENCE/VERSION/SPECIALITY/SYLLABUS`, as `calls.tsx` writes it. */
function callOf(text: string) {
  const [, reference = "", version, speciality, syllabus] =
    /^(\w{1,12})\/(\d{1,9})\/(\d{0,9})\/(\d{0,9})$/.exec(text) ?? [];
  if (!version) return [];
  const id = (digits: string | undefined) => (digits ? Number(digits) : null);
  return [{ reference, version: Number(version), specialityId: id(speciality), syllabusId: id(syllabus) }];
}

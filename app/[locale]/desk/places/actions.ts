"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { savePlaces } from "@/lib/decisions/places/save-places";
import { LimitRefusal } from "@/lib/decisions/places/set-limit";
import { typed } from "@/lib/platform/typed";
import { asStaff } from "../act";
import { field } from "../form-field";

/** Saves the limits that were changed; with one that is no number, none. */
export async function placesAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("decisions.places");
  return asStaff(form, async ({ actor }) => {
    const wanted = limitsOf(form);
    const wrong = wanted.filter(({ places }) => Number.isNaN(places));
    if (wrong.length > 0)
      return { problems: wrong.map(({ name }) => ({ field: name, words: t("number_wrong") })) };
    const year = Number(field(form, "year"));
    try {
      await savePlaces(year, wanted, actor);
    } catch (error) {
      if (!(error instanceof LimitRefusal)) throw error;
      return limitProblem(error, wanted, form);
    }
    return { goTo: `/desk/places?year=${year}&said=places` };
  });
}

/** Whoever is told what somebody has set meanwhile has seen it: saved once more, theirs counts. */
async function limitProblem({ code, place, found }: LimitRefusal, wanted: Limit[], form: FormData) {
  const t = await getTranslations("decisions.places");
  if (code === "limit_is_no_number") return { problems: [{ words: t("number_wrong") }] };
  if (code === "place_unknown" || !place) return { problems: [{ words: t("unknown") }] };
  const { specialityId, syllabusId } = place;
  const name =
    wanted.find((one) => one.specialityId === specialityId && one.syllabusId === syllabusId)?.name ?? "";
  return {
    problems: [{ field: name, words: t("changed", { found: found ?? "–" }) }],
    values: { ...typed(form), [`was-${name}`]: [String(found ?? "")] },
  };
}

/** Every limit of the form with what it began with, and one of a pair that has none yet. */
function limitsOf(form: FormData) {
  const pair = limitOf(
    `-${field(form, "pairSpeciality")}-${field(form, "pairSyllabus")}`,
    field(form, "pairLimit"),
  );
  const limits = [...form.keys()]
    .filter((name) => name.startsWith("limit-"))
    .map((name) => limitOf(name, field(form, name)));
  const all =
    pair.specialityId !== null && pair.syllabusId !== null
      ? [...limits, { ...pair, name: "pairLimit" }]
      : limits;
  return all.map((limit) => ({ ...limit, was: limitOf("", field(form, `was-${limit.name}`)).places }));
}

type Limit = ReturnType<typeof limitsOf>[number];

/** `limit-SPECIALITY-SYLLABUS` with what was typed; no words are no limit, other words no number. */
function limitOf(name: string, text: string) {
  const [, speciality, syllabus] = name
    .split("-")
    .map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : null));
  const typed = text.trim();
  const places = typed === "" ? null : /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return { name, specialityId: speciality ?? null, syllabusId: syllabus ?? null, places };
}

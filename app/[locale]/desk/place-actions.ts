"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { tellingAt } from "@/lib/decisions/check-list";
import { savePlaces } from "@/lib/decisions/places/save-places";
import { LimitRefusal } from "@/lib/decisions/places/set-limit";
import { holdList, tellShownList } from "@/lib/decisions/tell-list";
import { typed } from "@/lib/platform/typed";
import { asStaff } from "./act";
import { deskYear } from "./desk-year";
import { field } from "./form-field";
import { wantedInstant } from "./wanted-instant";

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

/** Leads to what telling a year's list would do, now or at the day and hour in the school's time. */
export async function tellListAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async () => {
    const wanted = await whenWanted(form);
    if (!("year" in wanted)) return wanted;
    const query = new URLSearchParams({
      year: String(wanted.year),
      day: field(form, "day"),
      time: field(form, "time"),
    });
    return { goTo: `/desk/tell/check?${query}` };
  });
}

/** Lets the list be told that the page has shown. */
export async function tellCheckedAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("decisions.list");
  return asStaff(form, async ({ actor }) => {
    const wanted = await whenWanted(form);
    if (!("year" in wanted)) return wanted;
    const count = Number(field(form, "count"));
    const told = await tellShownList(
      wanted.year,
      tellingAt(wanted.when, new Date()),
      { count, typed: field(form, "typed") },
      actor,
    );
    if (told === "count_wrong") return { problems: [{ field: "typed", words: t("countWrong", { count }) }] };
    if (told !== "told") return { problems: [{ words: t("changed", { found: told.found }) }] };
    return { goTo: `/desk/tell?year=${wanted.year}&said=listTold` };
  });
}

/** The year that a form is about, and when its list is to be told; undefined for now. */
async function whenWanted(form: FormData): Promise<ActionState | { year: number; when: Date | undefined }> {
  const [t, places] = await Promise.all([
    getTranslations("decisions.list"),
    getTranslations("decisions.places"),
  ]);
  const [at, year] = [await wantedInstant(field(form, "day"), field(form, "time")), await yearOf(form)];
  if (at === "wrong" || (at && at < new Date())) {
    return { problems: [{ field: "day", words: t("when_wrong") }] };
  }
  if (year === undefined) return { problems: [{ words: places("unknown") }] };
  return { year, when: at };
}

export async function holdListAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("decisions.places");
  return asStaff(form, async ({ actor }) => {
    const year = await yearOf(form);
    if (year === undefined) return { problems: [{ words: t("unknown") }] };
    await holdList(year, actor);
    return { goTo: `/desk/tell?year=${year}&said=listHeld` };
  });
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

/** The school year that a form names, if there is one. */
async function yearOf(form: FormData): Promise<number | undefined> {
  const named = field(form, "year");
  const { years } = await deskYear(named);
  return years.find(({ id }) => String(id) === named)?.id;
}

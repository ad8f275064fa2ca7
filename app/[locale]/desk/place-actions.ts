"use server";

import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/desk/action-state";
import { instantAt, isDay } from "@/lib/dates";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { refusalWords } from "@/lib/decisions/refusal-words";
import { holdList, tellList } from "@/lib/decisions/tell-list";
import { savePlaces } from "@/lib/places/save-places";
import { settings } from "@/lib/school/settings";
import { asStaff, field } from "./act";

/** Saves the limits that were changed; with one that is no number, none. */
export async function placesAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("decisions.places");
  return asStaff(form, async ({ actor }) => {
    const year = Number(field(form, "year"));
    const limits = [...form.keys()]
      .filter((name) => name.startsWith("limit-"))
      .map((name) => ({ ...limitOf(name, field(form, name)), ...wasOf(form, name) }));
    const pair = limitOf(
      `-${field(form, "pairSpeciality")}-${field(form, "pairSyllabus")}`,
      field(form, "pairLimit"),
    );
    const wanted =
      pair.specialityId !== null && pair.syllabusId !== null
        ? [...limits, { ...pair, name: "pairLimit" }]
        : limits;
    const wrong = wanted.filter(({ places }) => Number.isNaN(places));
    if (wrong.length > 0)
      return { problems: wrong.map(({ name }) => ({ field: name, words: t("number_wrong") })) };
    try {
      await savePlaces(year, wanted, actor);
    } catch (error) {
      if (!(error instanceof DecisionRefusal)) throw error;
      return { problems: [{ words: refusalWords(error, await getLocale()) }] };
    }
    return { goTo: `/desk/places?year=${year}&said=places` };
  });
}

/** Tells a year's list now, or at the day and hour in the school's time. */
export async function tellListAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("decisions.list");
  return asStaff(form, async ({ actor }) => {
    const [year, day, time] = [Number(field(form, "year")), field(form, "day"), field(form, "time")];
    const now = new Date();
    const at = day || time ? await instantOf(day, time) : now;
    if (!at || at < now) return { problems: [{ field: "day", words: t("when_wrong") }] };
    await tellList(year, at, actor);
    return { goTo: `/desk/tell?year=${year}&said=listTold` };
  });
}

export async function holdListAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const year = Number(field(form, "year"));
    await holdList(year, actor);
    return { goTo: `/desk/tell?year=${year}&said=listHeld` };
  });
}

/** `limit-SPECIALITY-SYLLABUS` with what was typed; no words are no limit, other words no number. */
function limitOf(name: string, text: string) {
  const [, speciality, syllabus] = name
    .split("-")
    .map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : null));
  const typed = text.trim();
  const places = typed === "" ? null : /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return { name, specialityId: speciality ?? null, syllabusId: syllabus ?? null, places };
}

/** What the form began with, if it says so. */
function wasOf(form: FormData, name: string): { was?: number | null } {
  const was = `was-${name}`;
  return form.has(was) ? { was: limitOf(name, field(form, was)).places } : {};
}

async function instantOf(day: string, time: string): Promise<Date | undefined> {
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return;
  return instantAt(day, time, (await settings()).time_zone);
}

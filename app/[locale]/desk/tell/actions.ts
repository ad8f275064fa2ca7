"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { tellingAt } from "@/lib/decisions/check-list";
import { holdList, tellShownList } from "@/lib/decisions/tell-list";
import { asStaff } from "../act";
import { deskYear } from "../desk-year";
import { field } from "../form-field";
import { wantedInstant } from "./wanted-instant";

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

/** The school year that a form names, if there is one. */
async function yearOf(form: FormData): Promise<number | undefined> {
  const named = field(form, "year");
  const { years } = await deskYear(named);
  return years.find(({ id }) => String(id) === named)?.id;
}

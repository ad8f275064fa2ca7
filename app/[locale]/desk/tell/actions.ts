"use server";

import type { FormAction } from "@/components/action/action-state";
import { getNotificationTime } from "@/lib/decisions/notifications/preview";
import { unscheduleList, scheduleList } from "@/lib/decisions/notifications/verbs";
import { asStaff } from "../act";
import { readTelling } from "./schema";

/** Leads to what telling a year's list would do, now or at the day and hour in the school's time. */
export const tellListAction: FormAction = async (_, form) =>
  asStaff(form, async () => {
    const { year, day, time } = await readTelling(form);
    return { goTo: `/desk/tell/check?${new URLSearchParams({ year: String(year), day, time })}` };
  });

/** Lets the list be told that the page has shown. */
export const tellCheckedAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year, at, count, typed } = await readTelling(form);
    await scheduleList({ year, at: getNotificationTime(at, new Date()), shown: { count, typed } }, actor);
    return { goTo: `/desk/tell?year=${year}&said=listTold` };
  });

export const holdListAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const { year } = await readTelling(form);
    await unscheduleList({ year }, actor);
    return { goTo: `/desk/tell?year=${year}&said=listHeld` };
  });

import { z } from "zod";

/** What can be begun with ticked rows from the list itself; all else is on the page of a step on many. */
export const deeds = ["accepted", "waiting", "rejected", "label"] as const;

/** Rows that are ticked, or all of a list by its address; or another page of the list, or other ticks. */
export const selectForm = z.object({
  which: z.string().default(""),
  row: z.array(z.string()),
  list: z.string().default(""),
});

export type Select = z.output<typeof selectForm>;

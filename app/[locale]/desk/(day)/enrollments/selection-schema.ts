import { z } from "zod";

/** What can be begun with ticked rows from the list itself; all else is on the page of a step on many. */
export const selectionActions = ["accepted", "waiting", "rejected", "label"] as const;

/** Rows that are ticked, or all of a list by its address; or another page of the list, or other ticks. */
export const selectionSchema = z.object({
  which: z.string().default(""),
  row: z.array(z.string()),
  list: z.string().default(""),
});

export type SelectionInput = z.output<typeof selectionSchema>;

import { z } from "zod";

/** Rows that are ticked, or all of a list by its address; or another page of the list. */
export const selectForm = z.object({
  which: z.string().default(""),
  row: z.array(z.string()),
  list: z.string().default(""),
});

export type Select = z.output<typeof selectForm>;

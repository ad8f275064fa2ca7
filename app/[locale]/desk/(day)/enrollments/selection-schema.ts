import { z } from "zod";

/** Bulk actions offered in the list; others are on the bulk page. */
export const selectionActions = ["accepted", "waiting", "rejected", "label"] as const;

/** Selected rows or a whole list; or another page or selection. */
export const selectionSchema = z.object({
  which: z.string().default(""),
  row: z.array(z.string()),
  list: z.string().default(""),
});

export type SelectionInput = z.output<typeof selectionSchema>;

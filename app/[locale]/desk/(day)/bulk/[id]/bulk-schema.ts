import { z } from "zod";
import { bulkKinds, groupMailShape } from "@/lib/desk/bulk/schema";

/** What is to be done; the rest of its form says how, as one decision's does. */
export const bulkSchema = z.object({
  kind: z.enum(bulkKinds).optional().catch(undefined),
  label: z.string().default(""),
  ...groupMailShape,
});

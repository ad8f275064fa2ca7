import { z } from "zod";
import { exportFormats } from "@/lib/desk/export/queries";

export const exportSchema = z.object({
  bulk: z.string().default(""),
  list: z.string().default(""),
  format: z.enum(exportFormats).catch("xlsx"),
  column: z.array(z.string()),
});

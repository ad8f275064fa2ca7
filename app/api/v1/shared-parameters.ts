import { z } from "zod";
import { apiId } from "@/lib/platform/schema";

export const schoolYearQuery = z.object({
  school_year_id: apiId("school_year_unavailable").meta({
    description: "The school year, by its `id` in the list of school years.",
    examples: [26],
  }),
});

export const referenceParam = z
  .string()
  .regex(/^[A-Z0-9]{8}$/)
  .max(8)
  .meta({
    description: "The enrollment's reference, from the header `Enrollment-Reference` of its 201 response.",
    examples: ["K7M3XQ9A"],
  });

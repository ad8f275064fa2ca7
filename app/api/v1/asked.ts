import { z } from "zod";

export const ofYear = z.object({
  school_year_id: z
    .int({ error: ({ input }) => (input == null ? "required" : "invalid_type") })
    .meta({ description: "The school year, by its `id` in the list of school years.", examples: [26] }),
});

export const reference = z
  .string()
  .describe("The reference that the 201 carried in `Enrollment-Reference`.")
  .meta({ examples: ["K7M3XQ9A"] });

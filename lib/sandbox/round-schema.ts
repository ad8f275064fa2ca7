import { z } from "zod";
import { apiId } from "@/lib/platform/columns";
import { createRequiredError } from "./schema";

const placed = { speciality_id: apiId().optional(), syllabus_id: apiId().optional() };

export const sandboxRoundSchema = z
  .object({
    school_year_id: apiId("school_year_unavailable", createRequiredError("invalid_type"))
      .describe("The school year whose pending enrollments of this sandbox are drawn.")
      .meta({ examples: [26] }),
    number: z
      .string({ error: createRequiredError("invalid_type") })
      .regex(/^\d{1,12}$/, "invalid_value")
      .max(12, "invalid_value")
      .describe("What is drawn: 1 to 12 digits. The same number gives the same order.")
      .meta({ examples: ["048275916"] }),
    places: z
      .array(
        z.object(
          {
            ...placed,
            places: z.int("invalid_type").min(0, "invalid_value").max(100_000, "invalid_value"),
          },
          "invalid_type",
        ),
        "invalid_type",
      )
      .max(500, "too_long")
      .optional()
      .describe("The limits, in this sandbox alone; by default the school's.")
      .meta({ examples: [[{ speciality_id: 26001, places: 4 }]] }),
    criteria: z
      .array(
        z.object(
          {
            code: z
              .string("invalid_type")
              .regex(/^[a-z0-9_]{1,40}$/, "invalid_value")
              .max(40, "invalid_value"),
            points: z.int("invalid_type").min(0, "invalid_value").max(1_000, "invalid_value"),
            references: z
              .array(z.string("invalid_type").max(200, "too_long"), "invalid_type")
              .max(20_000, "too_long"),
          },
          "invalid_type",
        ),
        "invalid_type",
      )
      .max(30, "too_long")
      .optional()
      .describe("What counts points, and whose enrollments have it; by default everybody has none.")
      .meta({ examples: [[{ code: "resident", points: 3, references: ["K7M3XQ9A"] }]] }),
  })
  .meta({ id: "NewSandboxRound" });

export const drawnRoundSchema = z
  .object({
    code: z
      .string()
      .describe("Names the round; stands in what is hashed.")
      .meta({ examples: ["sandbox-1"] }),
    number: z
      .string()
      .describe("What was drawn.")
      .meta({ examples: ["048275916"] }),
    hash: z
      .string()
      .describe("The SHA-256 of the frozen list's bytes, in hex.")
      .meta({ examples: ["c61d8bc7e42452c66eb7a2060b06c63e8135b8314349215cd322595025615f35"] }),
    list: z
      .array(
        z.object({
          reference: z
            .string()
            .describe("Names the enrollment.")
            .meta({ examples: ["K7M3XQ9A"] }),
          points: z
            .int()
            .describe("Its points.")
            .meta({ examples: [3] }),
          position: z
            .int()
            .describe("Its place in the order of points and draw, from 1.")
            .meta({ examples: [1] }),
          speciality_id: z
            .int()
            .nullable()
            .describe("The place that it was given.")
            .meta({ examples: [26001] }),
          syllabus_id: z
            .int()
            .nullable()
            .describe("The same of a syllabus.")
            .meta({ examples: [null] }),
          rank: z
            .int()
            .nullable()
            .describe("Without a place: its place on the list of its first wish, from 1.")
            .meta({ examples: [null] }),
        }),
      )
      .describe("Everybody in the order of the draw."),
  })
  .meta({ id: "SandboxRound" });

import { z } from "zod";
import { notifiedEnrollmentSchema } from "@/lib/enrollment/queries";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { isDay } from "@/lib/platform/dates";
import type { FieldCode } from "@/lib/platform/errors";
import { apiId } from "@/lib/platform/schema";

/** A missing member is `required`, whatever its type. */
const createRequiredError =
  (code: FieldCode) =>
  ({ input }: { input?: unknown }) =>
    input === undefined ? "required" : code;

export const clockSchema = z
  .object({
    today: z
      .string({ error: createRequiredError("invalid_type") })
      .refine(isDay, "invalid_date")
      .meta({ format: "date" })
      .nullable()
      .describe("The day that it is in the sandbox, for enrollment windows and ages; null: as everywhere.")
      .meta({ examples: ["2028-02-29"] }),
  })
  .meta({ id: "SandboxClock" });

export const seedSchema = z
  .object({
    count: z
      .int("invalid_type")
      .min(1, "invalid_value")
      .max(20, "invalid_value")
      .default(1)
      .describe("How many enrollments to make in each state: 1 to 20.")
      .meta({ examples: [2] }),
    seed: z
      .string("invalid_type")
      .max(100, "too_long")
      .default("")
      .describe("The same word makes the same people with the same choices.")
      .meta({ examples: ["spring"] }),
  })
  .meta({ id: "SandboxSeed" });

const state = notifiedEnrollmentSchema.shape.state;

export const seedResultSchema = z
  .object({
    reference: z
      .string()
      .describe("Names the enrollment.")
      .meta({ examples: ["K7M3XQ9A"] }),
    state: state.describe("What its family has been told."),
    emails: z
      .array(z.email())
      .describe("Its people's addresses, the student's first.")
      .meta({ examples: [["aina.garcia.spring1@familia.example"]] }),
  })
  .meta({ id: "SandboxEnrollment" });

const idSchema = apiId();

export const decisionSchema = z
  .object({
    state: z
      .enum(state.options, { error: createRequiredError("invalid_value") })
      .describe("What the school decides.")
      .meta({ examples: ["accepted"] }),
    speciality_id: idSchema
      .optional()
      .describe(
        "The place that is given, by default the family's first choice; a waiting list names its own.",
      ),
    syllabus_id: idSchema.optional().describe("The same of a syllabus."),
    reason: z
      .string("invalid_type")
      .max(40, "too_long")
      .optional()
      .describe("A code of the school's reasons; else its first one that fits."),
    words: z
      .string("invalid_type")
      .max(2_000, "too_long")
      .optional()
      .describe("The school's own words to the family."),
  })
  .meta({ id: "SandboxDecision", examples: [{ state: "accepted" }] });

export const outboxQuerySchema = z.object({
  to: z
    .string("invalid_value")
    .max(300, "too_long")
    .optional()
    .describe("Only what was sent to this address."),
  kind: z.enum(mailKinds, "invalid_value").optional().describe("Only this kind of message."),
  wait: z
    .int("invalid_type")
    .min(0, "invalid_value")
    .max(20, "invalid_value")
    .default(0)
    .describe("For how many seconds, 20 at most, to wait until there is one.")
    .meta({ examples: [10] }),
});

export const outboxMessageSchema = z
  .object({
    id: z
      .uuid()
      .describe("Names the message.")
      .meta({ examples: ["0b2f6a0e-58f0-4c1c-9a4e-0e6c2b6f5f10"] }),
    to: z
      .string()
      .describe("Whom it was sent to.")
      .meta({ examples: ["ada@example.org"] }),
    kind: z.enum(mailKinds).describe("What it is about."),
    subject: z
      .string()
      .describe("Its subject.")
      .meta({ examples: ["Su matrícula K7M3XQ9A"] }),
    text: z
      .string()
      .describe("Its words as plain text.")
      .meta({ examples: ["Buenos días, Ada."] }),
    html: z
      .string()
      .describe("The same as HTML.")
      .meta({ examples: ["<p>Buenos días, Ada.</p>"] }),
    links: z
      .array(z.string())
      .describe("Where its links lead, in their order.")
      .meta({
        examples: [["https://school.example/account-setup/9oV1kq3sN6tYw2Zx5cB8mR4pL7dF0hJ1aQ3eG6uI9yE"]],
      }),
    created_at: z.iso
      .datetime()
      .describe("When it was made, UTC.")
      .meta({ examples: ["2026-11-21T09:30:00.000Z"] }),
  })
  .meta({ id: "SandboxMessage" });

export const newTestKeySchema = z
  .object({
    ttl: z
      .int("invalid_type")
      .min(60, "invalid_value")
      .max(86_400, "invalid_value")
      .default(3_600)
      .describe("For how many seconds it works: 60 to 86,400, an hour unless said.")
      .meta({ examples: [3_600] }),
  })
  .meta({ id: "NewTestKey" });

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

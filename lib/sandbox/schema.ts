import { z } from "zod";
import { optional } from "@/lib/enrollment/field-schemas";
import { notifiedEnrollmentSchema } from "@/lib/enrollment/queries";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { isDay } from "@/lib/platform/dates";
import { apiId } from "@/lib/platform/schema";
import { isStorable } from "@/lib/platform/stored-values";
import { isBlank } from "@/lib/platform/text";

export const clockSchema = z
  .object({
    today: z
      .string()
      .refine((day) => !isBlank(day), "required")
      .refine(isDay, "invalid_date")
      .meta({ format: "date" })
      .nullable()
      .meta({
        description:
          "The sandbox's current date, which decides about enrollment periods and ages; null for the real date.",
        examples: ["2028-02-29"],
      }),
  })
  .meta({ id: "SandboxClock" });

export const seedSchema = z
  .object({
    count: optional(z.int().min(1).max(20)).check(
      z.meta({ description: "Number of enrollments in each state: 1 to 20, by default 1.", examples: [2] }),
    ),
    seed: optional(z.string().max(100)).check(
      z.meta({
        description: "The same text creates the same people with the same choices.",
        examples: ["spring"],
      }),
    ),
  })
  .meta({ id: "SandboxSeed" });

const state = notifiedEnrollmentSchema.shape.state;

export const seedResultSchema = z
  .object({
    reference: z.string().meta({ description: "The enrollment's reference.", examples: ["K7M3XQ9A"] }),
    state: state.describe("The state that the family was notified of."),
    emails: z.array(z.email()).meta({
      description: "The e-mail addresses of its people, the student's first.",
      examples: [["aina.garcia.spring1@familia.example"]],
    }),
  })
  .meta({ id: "SandboxEnrollment" });

const placeShape = {
  speciality_id: optional(apiId("speciality_unavailable")).check(
    z.describe("The speciality of the place or waiting list."),
  ),
  syllabus_id: optional(apiId("syllabus_unavailable")).check(
    z.describe("The syllabus of the place or waiting list."),
  ),
};

export const decisionSchema = z
  .object({
    state: z.enum(state.options).meta({
      description:
        "The enrollment's new state. Without a speciality and a syllabus, the place is the family's first choice.",
      examples: ["accepted"],
    }),
    ...placeShape,
    reason: optional(z.string().max(40)).check(
      z.describe("The code of a decision reason; by default the first one that is possible for this state."),
    ),
    words: optional(z.string().max(2_000)).check(z.describe("A text from the school to the family.")),
  })
  .meta({ id: "SandboxDecision", examples: [{ state: "accepted" }] });

export const outboxQuerySchema = z.object({
  to: z.coerce
    .string()
    .max(300)
    .refine(isStorable, "invalid_value") // in an address NUL is `%00`
    .optional()
    .describe("Only messages to this address."),
  kind: z.enum(mailKinds, "invalid_value").optional().describe("Only messages of this kind."),
  wait: z
    .int()
    .min(0)
    .max(20)
    .default(0)
    .meta({ description: "Seconds to wait for a message if there is none yet: 20 at most.", examples: [10] }),
});

export const outboxMessageSchema = z
  .object({
    id: z
      .uuid()
      .meta({ description: "Identifies the message.", examples: ["0b2f6a0e-58f0-4c1c-9a4e-0e6c2b6f5f10"] }),
    to: z.string().meta({ description: "The recipient's address.", examples: ["ada@example.org"] }),
    kind: z.enum(mailKinds).describe("The kind of message."),
    subject: z.string().meta({ description: "The subject.", examples: ["Su matrícula K7M3XQ9A"] }),
    text: z.string().meta({ description: "The message as plain text.", examples: ["Buenos días, Ada."] }),
    html: z.string().meta({ description: "The message as HTML.", examples: ["<p>Buenos días, Ada.</p>"] }),
    links: z.array(z.string()).meta({
      description: "The addresses of its links, in order.",
      examples: [["https://school.example/account-setup/9oV1kq3sN6tYw2Zx5cB8mR4pL7dF0hJ1aQ3eG6uI9yE"]],
    }),
    created_at: z.iso
      .datetime()
      .meta({ description: "When it was created (UTC).", examples: ["2026-11-21T09:30:00.000Z"] }),
  })
  .meta({ id: "SandboxMessage" });

export const newTestKeySchema = z
  .object({
    ttl: optional(z.int().min(60).max(86_400)).check(
      z.meta({ description: "Lifetime in seconds: 60 to 86,400, by default 3,600.", examples: [3_600] }),
    ),
  })
  .meta({ id: "NewTestKey" });

const placesSchema = z
  .object({
    ...placeShape,
    places: z.int().min(0).max(100_000).describe("The number of places."),
  })
  .meta({ id: "SandboxPlaces" });

const criterionSchema = z
  .object({
    code: z
      .string()
      .regex(/^[a-z0-9_]{1,40}$/)
      .max(40)
      .describe("The criterion's code, which no other criterion has."),
    points: z.int().min(0).max(1_000).describe("The criterion's points."),
    references: z
      .array(z.string().max(200))
      .max(20_000)
      .describe("The enrollments of the school year that meet the criterion."),
  })
  .meta({ id: "SandboxCriterion" });

export const sandboxRoundSchema = z
  .object({
    school_year_id: apiId("school_year_unavailable").meta({
      description: "The school year whose pending enrollments in this sandbox take part.",
      examples: [26],
    }),
    number: z
      .string()
      .regex(/^\d{1,12}$/)
      .max(12)
      .meta({
        description: "The drawn number, 1 to 12 digits. The same number gives the same order.",
        examples: ["048275916"],
      }),
    places: optional(z.array(placesSchema).max(500)).check(
      z.meta({
        description: "The number of places, only for this sandbox; by default the school's.",
        examples: [[{ speciality_id: 26001, places: 4 }]],
      }),
    ),
    criteria: optional(z.array(criterionSchema).max(30).superRefine(assertDistinctCodes)).check(
      z.meta({
        description:
          "The criteria with their points and the enrollments that meet them; by default nobody has points.",
        examples: [[{ code: "resident", points: 3, references: ["K7M3XQ9A"] }]],
      }),
    ),
  })
  .meta({ id: "NewSandboxRound" });

function assertDistinctCodes(criteria: { code: string }[], { addIssue }: z.RefinementCtx) {
  const index = criteria.findIndex(({ code }, at) => criteria.findIndex((other) => other.code === code) < at);
  if (index >= 0) addIssue({ code: "custom", message: "invalid_value", path: [index, "code"] });
}

export const drawnRoundSchema = z
  .object({
    code: z
      .string()
      .meta({ description: "The round's code, which is part of the hashed text.", examples: ["sandbox-1"] }),
    number: z.string().meta({ description: "The drawn number.", examples: ["048275916"] }),
    hash: z.string().meta({
      description: "The SHA-256 of the frozen list's bytes, in hex.",
      examples: ["c61d8bc7e42452c66eb7a2060b06c63e8135b8314349215cd322595025615f35"],
    }),
    list: z
      .array(
        z.object({
          reference: z.string().meta({ description: "The enrollment's reference.", examples: ["K7M3XQ9A"] }),
          points: z.int().meta({ description: "The enrollment's points.", examples: [3] }),
          position: z.int().meta({ description: "Its position by points and draw, from 1.", examples: [1] }),
          speciality_id: z
            .int()
            .nullable()
            .meta({
              description: "The speciality of the assigned place; null without a place.",
              examples: [26001],
            }),
          syllabus_id: z
            .int()
            .nullable()
            .meta({
              description: "The syllabus of the assigned place; null without a place.",
              examples: [null],
            }),
          rank: z
            .int()
            .nullable()
            .meta({
              description: "Without a place: its position on the waiting list of its first choice, from 1.",
              examples: [null],
            }),
        }),
      )
      .describe("All enrollments, in the order of points and draw."),
  })
  .meta({ id: "SandboxRound" });

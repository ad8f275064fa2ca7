import { z } from "zod";
import { eventIdSchema, eventTypes } from "@/lib/events/schema";
import type { FieldCode } from "@/lib/platform/errors";
import { dateTime, pageLimit } from "@/lib/platform/schema";
import { isBlank } from "@/lib/platform/text";
import { findDestinationProblem } from "@/lib/webhooks/destination";

export const newEndpointSchema = z
  .object({
    url: z
      .string()
      .trim()
      .max(2_000)
      .superRefine((text, { addIssue }) => {
        const message = findUrlProblem(text);
        if (message) addIssue({ code: "custom", message });
      })
      .meta({
        description:
          "The URL that receives the events: https, a public address, a port that the school allows (443), without user name or password.",
        examples: ["https://app.example.org/matricula"],
      }),
    events: z
      .array(z.enum(eventTypes))
      .min(1, "required")
      .max(eventTypes.length, "invalid_value")
      .meta({
        description: "The event types to send.",
        examples: [["enrollment.accepted", "enrollment.rejected", "enrollment.waiting"]],
      }),
  })
  .meta({ id: "NewWebhookEndpoint" });

const id = z
  .uuid()
  .meta({ description: "Identifies the endpoint.", examples: ["0b2f6a0e-58f0-4c1c-9a4e-0e6c2b6f5f10"] });
const time = z.iso.datetime().meta({ examples: ["2026-11-21T09:30:00.000Z"] });

/** An endpoint without its secret, which is shown once. */
export const endpointSchema = z
  .object({
    id,
    url: z.string().meta({
      description: "The URL that receives the events.",
      examples: ["https://app.example.org/matricula"],
    }),
    events: z.array(z.string()).meta({
      description: "The event types that are sent.",
      examples: [["enrollment.accepted", "enrollment.rejected", "enrollment.waiting"]],
    }),
    created_at: time.describe("When it was created (UTC)."),
    off_at: time.nullable().meta({
      description: "Since when the endpoint is disabled (UTC); null while it is enabled.",
      examples: [null],
    }),
    off_reason: z
      .enum(["gone", "failing"])
      .nullable()
      .meta({
        description:
          "Why it is disabled. `gone`: it responded with 410. `failing`: no delivery succeeded for five days. A successful ping enables it again.",
        examples: [null],
      }),
  })
  .meta({ id: "WebhookEndpoint" });

export const replayQuerySchema = z.object({
  event: eventIdSchema.optional().meta({
    description:
      "The `id` of one event, which may have been delivered already. If absent, all events that failed.",
    examples: ["evt_x1Zq3mB7Gd0pYw5rTn8cVk"],
  }),
  since: dateTime.optional().meta({
    description: "Only events since this time, including those while the endpoint was disabled.",
    examples: ["2026-11-21T00:00:00Z"],
  }),
});

export const attemptSchema = z
  .object({
    webhook_id: z
      .string()
      .meta({ description: "The `id` of the event or ping.", examples: ["evt_x1Zq3mB7Gd0pYw5rTn8cVk"] }),
    at: time.describe("When the attempt began (UTC)."),
    milliseconds: z.int().meta({ description: "Its duration in milliseconds.", examples: [84] }),
    status: z
      .int()
      .nullable()
      .meta({ description: "The status of the response; null without a response.", examples: [200] }),
    error: z
      .string()
      .nullable()
      .meta({
        description:
          "Why there was no response: `time_out`, `address_not_allowed`, `secret_lost` (rotate it) or the error code of the connection.",
        examples: [null],
      }),
    answer: z.string().meta({ description: "The first KiB of the response.", examples: ["ok"] }),
  })
  .meta({ id: "WebhookAttempt" });

export const attemptQuerySchema = z.object({
  after: z.coerce
    .string()
    .regex(/^\d{1,18}$/)
    .max(18)
    .optional()
    .meta({
      title: "Cursor",
      description: "The `next` of the previous page.",
      examples: ["1290"],
    }),
  limit: pageLimit,
});

function findUrlProblem(text: string): FieldCode | undefined {
  if (isBlank(text)) return "required";
  const url = URL.parse(text);
  if (!url || url.hash) return "invalid_value";
  if (url.username || url.password) return "credentials_not_allowed";
  return findDestinationProblem(url);
}

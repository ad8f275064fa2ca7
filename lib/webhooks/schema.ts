import { z } from "zod";
import { eventIdSchema, eventTypes } from "@/lib/events/schema";
import { dateTime, pageLimit } from "@/lib/platform/schema";
import { isAllowedDestination } from "@/lib/webhooks/destination";

/** A row's number in a query string: parsed as a number, or as text when it is large. */
const rowId = z
  .union([z.int("invalid_value").min(0, "invalid_value"), z.string().max(18, "invalid_value")], {
    error: "invalid_value",
  })
  .refine((number) => /^\d{1,18}$/.test(String(number)), "invalid_value");

const url = z.string({ error: ({ input }) => (input == null ? "required" : "invalid_type") });
const events = z.array(z.enum(eventTypes, { error: "invalid_value" }), {
  error: ({ input }) => (input == null ? "required" : "invalid_type"),
});

export const newEndpointSchema = z
  .object({
    url: url
      .max(2_000, "too_long")
      .refine(isValidUrl, "invalid_value")
      .describe(
        "Where to send to: https, a public address and a port that the school allows (443), no name or password in it.",
      )
      .meta({ examples: ["https://app.example.org/matricula"] }),
    events: events
      .min(1, "required")
      .max(eventTypes.length, "invalid_value")
      .describe("The types of the events to send.")
      .meta({ examples: [["enrollment.accepted", "enrollment.rejected", "enrollment.waiting"]] }),
  })
  .meta({ id: "NewWebhookEndpoint" });

const id = z
  .uuid()
  .describe("Names the endpoint.")
  .meta({ examples: ["0b2f6a0e-58f0-4c1c-9a4e-0e6c2b6f5f10"] });
const time = z.iso.datetime().meta({ examples: ["2026-11-21T09:30:00.000Z"] });

/** An endpoint without its secret, which is shown once. */
export const endpointSchema = z
  .object({
    id,
    url: z
      .string()
      .describe("Where events are sent to.")
      .meta({ examples: ["https://app.example.org/matricula"] }),
    events: z
      .array(z.string())
      .describe("The types of the events that are sent.")
      .meta({ examples: [["enrollment.accepted", "enrollment.rejected", "enrollment.waiting"]] }),
    created_at: time.describe("When it was made, UTC."),
    off_at: time
      .nullable()
      .describe("Since when nothing is sent, UTC; null while it is on.")
      .meta({ examples: [null] }),
    off_reason: z
      .enum(["gone", "failing"])
      .nullable()
      .describe(
        "`gone`: it answered 410; `failing`: nothing got through for five days. A ping that gets through switches it on.",
      )
      .meta({ examples: [null] }),
  })
  .meta({ id: "WebhookEndpoint" });

export const replayQuerySchema = z.object({
  event: eventIdSchema
    .optional()
    .describe("One event by its `id`, also one that got through. Without it all that failed.")
    .meta({ examples: ["evt_x1Zq3mB7Gd0pYw5rTn8cVk"] }),
  since: dateTime
    .optional()
    .describe("Only events from then on, those included that came while the endpoint was off.")
    .meta({ examples: ["2026-11-21T00:00:00Z"] }),
});

export const attemptSchema = z
  .object({
    webhook_id: z
      .string()
      .describe("The event's `id`, or a ping's own.")
      .meta({ examples: ["evt_x1Zq3mB7Gd0pYw5rTn8cVk"] }),
    at: time.describe("When it began, UTC."),
    milliseconds: z
      .int()
      .describe("How long it took.")
      .meta({ examples: [84] }),
    status: z
      .int()
      .nullable()
      .describe("The answer's status; null when there was none.")
      .meta({ examples: [200] }),
    error: z
      .string()
      .nullable()
      .describe(
        "Why there was no answer: `time_out`, `address_not_allowed`, `secret_lost` (rotate it) or the connection's own code.",
      )
      .meta({ examples: [null] }),
    answer: z
      .string()
      .describe("The first KiB of the answer.")
      .meta({ examples: ["ok"] }),
  })
  .meta({ id: "WebhookAttempt" });

export const attemptQuerySchema = z.object({
  after: rowId
    .optional()
    .describe("The `next` of the page before.")
    .meta({ examples: ["1290"] }),
  limit: pageLimit,
});

/** Checks the URL only; the resolved address is checked when connecting. */
function isValidUrl(text: string): boolean {
  const parsed = URL.parse(text);
  if (!parsed || parsed.username || parsed.password || parsed.hash) return false;
  return isAllowedDestination(parsed);
}

import { z } from "zod";
import { stateNames, states } from "@/lib/enrollment/states";
import { mailKinds, mailRecipients } from "@/lib/mail/mail-kinds";
import { pageLimit } from "@/lib/platform/schema";

const stateEvents = stateNames.map((state) => states[state].event);

export const eventTypes = [
  "enrollment.created",
  ...stateEvents,
  "enrollment.erased",
  "mail.delivered",
  "mail.failed",
  "place.offered",
  "place.kept",
  "place.given_up",
  "place.lapsed",
  "round.published",
  "catalogue.changed",
] as const;

type EventType = (typeof eventTypes)[number];

const reference = z.string().meta({ description: "The enrollment's reference.", examples: ["K7M3XQ9A"] });

const id = z.string().meta({
  description: "The event's permanent id: usable as `after`, and equal to the `webhook-id` of its webhook.",
  examples: ["evt_x1Zq3mB7Gd0pYw5rTn8cVk"],
});

const enrollmentData = z.object({
  reference,
  state: z
    .string()
    .meta({ description: "The state that the family was notified of.", examples: ["accepted"] }),
  version: z.int().meta({
    description: "Number of changes that the family was notified of, including this one.",
    examples: [1],
  }),
});

const delivery = z.object({
  reference,
  recipient: z
    .enum(mailRecipients)
    .meta({ description: "The recipient of the e-mail.", examples: ["guardian"] }),
  kind: z.enum(mailKinds).meta({
    description: "The kind of e-mail, as in the enrollment's `emails` and the sandbox's outbox.",
    examples: ["guardian"],
  }),
  message_id: z.uuid().meta({
    description:
      "Identifies the e-mail. An e-mail about several children has an event for each, with the same id.",
    examples: ["5a1c7a52-7f0a-4a3e-9f2f-6f3b1d6f2f77"],
  }),
  state: z.string().meta({ description: "The delivery state of the e-mail.", examples: ["delivered"] }),
});

/** The data of events about a place confirmation, which changes no state and has no version. */
const answerData = z.object({
  reference,
  answer_by: z.iso.date().meta({ description: "The last day to answer.", examples: ["2027-07-12"] }),
});

const publishedData = z.object({
  code: z.string().meta({
    description: "The round's code, as in `GET /academic/rounds` and the address of its public page.",
    examples: ["2027-mayo"],
  }),
  school_year_id: z.int().meta({ description: "The round's school year.", examples: [26] }),
  list: z
    .string()
    .meta({ description: "`provisional` or `final`; other values can be added.", examples: ["provisional"] }),
});

/** The data of each event; never personal. */
const otherSchemas: Record<Exclude<EventType, (typeof stateEvents)[number]>, z.ZodObject> = {
  "enrollment.created": enrollmentData,
  "enrollment.erased": z.object({ reference }),
  "mail.delivered": delivery,
  "mail.failed": delivery,
  "place.offered": answerData,
  "place.kept": answerData,
  "place.given_up": answerData,
  "place.lapsed": answerData,
  "round.published": publishedData,
  "catalogue.changed": z.object({}),
};
const getDataSchema = (type: EventType): z.ZodObject =>
  isStateEvent(type) ? enrollmentData : otherSchemas[type];
const isStateEvent = (type: EventType): type is (typeof stateEvents)[number] =>
  (stateEvents as readonly string[]).includes(type);

const timestamp = z.iso
  .datetime()
  .meta({ description: "When it happened (UTC).", examples: ["2026-11-21T09:30:00.000Z"] });

const createEventSchema = <T extends string>(type: T, data: z.ZodObject) =>
  z.object({
    id,
    type: z.literal(type).describe("The kind of event."),
    timestamp,
    data: data.describe("The data of the event; never personal data."),
  });

const all = eventTypes.map(
  (type): z.ZodObject => createEventSchema(type, getDataSchema(type)).meta({ id: toSchemaName(type) }),
);
const [first, ...others] = all as [z.ZodObject, ...z.ZodObject[]];

/** The bodies of webhooks by type; the event's id is in a header. */
export const webhookBodies = Object.fromEntries(
  [
    ...eventTypes.map((type) => createEventSchema(type, getDataSchema(type))),
    createEventSchema("ping", z.object({})),
  ].map((body) => [body.shape.type.value, body.omit({ id: true })]),
);

const known = z.discriminatedUnion("type", [first, ...others]).meta({
  id: "KnownEvent",
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(
      eventTypes.map((type) => [type, `#/components/schemas/${toSchemaName(type)}`]),
    ),
  },
});

/** A type that a later version may add. */
const unknown = z
  .object({
    id,
    type: z
      .string()
      .describe("The kind of event. Ignore types that you do not know.")
      .meta({ not: { enum: [...eventTypes] } }),
    timestamp,
    data: z.object({}).describe("The data of the event; never personal data."),
  })
  .meta({ id: "UnknownEvent" });

const EXAMPLE = {
  id: "evt_x1Zq3mB7Gd0pYw5rTn8cVk",
  type: "enrollment.accepted",
  timestamp: "2026-11-21T09:30:00.000Z",
  data: { reference: "K7M3XQ9A", state: "accepted", version: 1 },
};

export const eventSchema = z.union([known, unknown]).meta({ id: "Event", examples: [EXAMPLE] });

export type Event = { id: string; type: EventType; timestamp: string; data: Record<string, unknown> };

/** An event id in a query string; old ones are plain numbers. */
export const eventIdSchema = z.coerce
  .string()
  .regex(/^(?:evt_[\w-]{22}|\d{1,18})$/, "invalid_value")
  .max(26);

export const eventQuerySchema = z.object({
  after: eventIdSchema.default("0").meta({
    title: "Cursor",
    description:
      "The `next` of the previous page, or the `id` of an event; if absent, the list starts at the oldest stored event.",
    examples: ["evt_Zk3Qm0sXw7BvN2yTfLr8cA"],
  }),
  limit: pageLimit,
});

/** `enrollment.accepted` → `EnrollmentAcceptedEvent`. */
function toSchemaName(type: EventType): string {
  return `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())}Event`;
}

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

const reference = z
  .string()
  .describe("The enrollment's reference.")
  .meta({ examples: ["K7M3XQ9A"] });

const id = z
  .string()
  .describe("Names it for ever: a valid `after`, and a webhook's `webhook-id`.")
  .meta({ examples: ["evt_x1Zq3mB7Gd0pYw5rTn8cVk"] });

const enrollmentData = z.object({
  reference,
  state: z
    .string()
    .describe("The enrollment's told state.")
    .meta({ examples: ["accepted"] }),
  version: z
    .int()
    .describe("How many changes the family had been told, this one included.")
    .meta({ examples: [1] }),
});

const delivery = z.object({
  reference,
  recipient: z
    .enum(mailRecipients)
    .describe("To whom the e-mail went.")
    .meta({ examples: ["guardian"] }),
  kind: z
    .enum(mailKinds)
    .describe("What the e-mail was about, as the enrollment's `emails` and a sandbox's outbox say it.")
    .meta({ examples: ["guardian"] }),
  message_id: z
    .uuid()
    .describe("Names the e-mail, there too: the same in the event of each child that it is about.")
    .meta({ examples: ["5a1c7a52-7f0a-4a3e-9f2f-6f3b1d6f2f77"] }),
  state: z
    .string()
    .describe("How far the e-mail got.")
    .meta({ examples: ["delivered"] }),
});

/** The data of events about a place confirmation, which changes no state and has no version. */
const answer = z.object({
  reference,
  answer_by: z.iso
    .date()
    .describe("The last day to answer.")
    .meta({ examples: ["2027-07-12"] }),
});

const published = z.object({
  code: z
    .string()
    .describe("The round's, as `GET /academic/rounds` and its public page have it.")
    .meta({ examples: ["2027-mayo"] }),
  school_year_id: z
    .int()
    .describe("The round's school year.")
    .meta({ examples: [26] }),
  list: z
    .string()
    .describe("`provisional` or `final`; there may be others one day.")
    .meta({ examples: ["provisional"] }),
});

/** The data of each event; never personal. */
const otherSchemas: Record<Exclude<EventType, (typeof stateEvents)[number]>, z.ZodObject> = {
  "enrollment.created": enrollmentData,
  "enrollment.erased": z.object({ reference }),
  "mail.delivered": delivery,
  "mail.failed": delivery,
  "place.offered": answer,
  "place.kept": answer,
  "place.given_up": answer,
  "place.lapsed": answer,
  "round.published": published,
  "catalogue.changed": z.object({}),
};
const getDataSchema = (type: EventType): z.ZodObject =>
  isStateEvent(type) ? enrollmentData : otherSchemas[type];
const isStateEvent = (type: EventType): type is (typeof stateEvents)[number] =>
  (stateEvents as readonly string[]).includes(type);

const timestamp = z.iso
  .datetime()
  .describe("When, UTC.")
  .meta({ examples: ["2026-11-21T09:30:00.000Z"] });

const createEventSchema = <T extends string>(type: T, data: z.ZodObject) =>
  z.object({
    id,
    type: z.literal(type).describe("What happened."),
    timestamp,
    data: data.describe("What it is about; nothing personal."),
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
      .describe("What happened. Pass over a type that you do not know.")
      .meta({ not: { enum: [...eventTypes] } }),
    timestamp,
    data: z.object({}).describe("What it is about; nothing personal."),
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
export const eventIdSchema = z
  .union([z.int("invalid_value").min(0, "invalid_value"), z.string().max(26, "invalid_value")], {
    error: "invalid_value",
  })
  .refine((given) => /^(?:evt_[\w-]{22}|\d{1,18})$/.test(String(given)), "invalid_value");

export const eventQuerySchema = z.object({
  after: eventIdSchema
    .default("0")
    .describe("The `next` of the page before, or an event's `id`; without it from the first that is kept.")
    .meta({ examples: ["evt_Zk3Qm0sXw7BvN2yTfLr8cA"] }),
  limit: pageLimit,
});

/** `enrollment.accepted` → `EnrollmentAcceptedEvent`. */
function toSchemaName(type: EventType): string {
  return `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())}Event`;
}

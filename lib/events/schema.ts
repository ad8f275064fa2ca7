import { z } from "zod";
import { pageLimit, rowNumber } from "@/lib/paging";

/** Every event that there is. */
export const eventTypes = [
  "enrollment.created",
  "enrollment.changed",
  "enrollment.accepted",
  "enrollment.rejected",
  "enrollment.waiting",
  "enrollment.withdrawn",
  "enrollment.erased",
  "mail.delivered",
  "mail.failed",
  "catalogue.changed",
] as const;

/** What an event is about: an enrollment and how it stands, a message and how far it got, or nothing. */
const about = z
  .object({
    reference: z
      .string()
      .optional()
      .describe("The enrollment's reference.")
      .meta({ examples: ["K7M3XQ9A"] }),
    state: z
      .string()
      .optional()
      .describe("The enrollment's told state, or how far the e-mail got.")
      .meta({ examples: ["accepted"] }),
    version: z
      .int()
      .optional()
      .describe("How many changes the family had been told, this one included.")
      .meta({ examples: [1] }),
    recipient: z
      .enum(["student", "guardian", "second_guardian"])
      .optional()
      .describe("Of an e-mail, to whom."),
  })
  .describe("What it is about; nothing personal.")
  .meta({ examples: [{ reference: "K7M3XQ9A", state: "accepted", version: 1 }] });

/** Something that was told, in the order of its number. */
export const event = z
  .object({
    id: z
      .string()
      .describe("Its number: a valid `after`, and a webhook's `webhook-id`.")
      .meta({ examples: ["41"] }),
    type: z
      .enum(eventTypes)
      .describe("What happened.")
      .meta({ examples: ["enrollment.accepted"] }),
    timestamp: z.iso
      .datetime()
      .describe("When, UTC.")
      .meta({ examples: ["2026-11-21T09:30:00.000Z"] }),
    data: about,
  })
  .meta({ id: "Event" });

/** What a page of events is asked for. */
export const eventQuery = z.object({
  after: rowNumber
    .default("0")
    .describe("The `next` of the page before, or an event's `id`; without it from the first that is kept.")
    .meta({ examples: ["40"] }),
  limit: pageLimit,
});

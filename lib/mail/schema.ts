import { z } from "zod";

/**
 * The data of a message at the time of its event. `reader` is the student or a guardian; `reason` is in the message's
 * language, `words` are the school's own text.
 */
export const mailDataSchema = z.object({
  reader: z.enum(["student", "guardian"]),
  speciality: z.string().optional(),
  syllabus: z.string().optional(),
  /** The price of the place, after the course's name where the place has no course. */
  price: z.string().optional(),
  reason: z.string().optional(),
  words: z.string().optional(),
  /** Whether the reader may act for the enrollment, and the last day to withdraw it. */
  sends: z.boolean().optional(),
  withdrawUntil: z.string().optional(),
  /** The last day to answer, to confirm the place or to prove points; `loses`: without an answer the place is lost. */
  keepBy: z.string().optional(),
  loses: z.boolean().optional(),
  /** All enrollments of a message to many; for a group message its subject, and the bulk operation. */
  references: z.array(z.string()).optional(),
  subject: z.string().optional(),
  bulk: z.string().optional(),
  /** The year of a renewal; whether some or all of the reader's children wait for a place before it. */
  year: z.string().optional(),
  waits: z.enum(["some", "all"]).optional(),
});

export type MailData = z.output<typeof mailDataSchema>;

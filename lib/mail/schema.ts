import { z } from "zod";

/**
 * What a message tells, as it was when it was told. `reader` is the student, or a guardian of theirs;
 * `reason` stands in the message's language, `words` are the school's own.
 */
export const mailDataSchema = z.object({
  reader: z.enum(["student", "guardian"]),
  speciality: z.string().optional(),
  syllabus: z.string().optional(),
  /** What the place costs; begins with the course where the place names none. */
  price: z.string().optional(),
  reason: z.string().optional(),
  words: z.string().optional(),
  /** Whether the reader acts for the enrollment, and until which day they may withdraw it by themselves. */
  sends: z.boolean().optional(),
  withdrawUntil: z.string().optional(),
  /** The last day to answer, to say whether the place is kept, or to show what counts points; whether silence loses the place. */
  keepBy: z.string().optional(),
  loses: z.boolean().optional(),
  /** All enrollments that a message to many is about; of what the desk wrote its subject, and the step on many. */
  references: z.array(z.string()).optional(),
  subject: z.string().optional(),
  bulk: z.string().optional(),
  /** The year in which its reader is asked to go on; whether some of theirs, or all, wait for a place before it. */
  year: z.string().optional(),
  waits: z.enum(["some", "all"]).optional(),
});

export type MailData = z.output<typeof mailDataSchema>;

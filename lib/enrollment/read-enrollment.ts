import { z } from "zod";
import { AppError } from "@/lib/errors";
import { type SetupMail, setupMails } from "@/lib/mail/kinds";
import { prisma } from "@/lib/prisma";

const time = z.iso.datetime().meta({ examples: ["2026-11-21T09:30:00.000Z"] });

/** Beyond the interface: an enrollment as the key that made it may see it; nothing personal. */
export const enrollmentState = z
  .object({
    reference: z
      .string()
      .describe("The reference that the 201 carried and that the family sees.")
      .meta({ examples: ["K7M3XQ9A"] }),
    state: z
      .enum(["pending", "accepted", "waiting", "rejected", "withdrawn"])
      .describe("What the school has told the family; a decision that is not told yet does not show."),
    school_year_id: z
      .int()
      .describe("The school year enrolled for.")
      .meta({ examples: [26] }),
    created_at: time.describe("When it was registered, UTC."),
    test: z.boolean().describe("Whether a test key made it: then nobody is written to."),
    emails: z
      .array(
        z.object({
          recipient: z.enum(setupMails).describe("To whom."),
          state: z
            .enum(["queued", "sent", "delivered", "delayed", "bounced", "complained", "failed"])
            .describe("How far it got."),
        }),
      )
      .describe("Its account-setup e-mails."),
  })
  .meta({ id: "EnrollmentState" });

/**
 * The state and times of an enrollment that this key has made.
 * @throws AppError `not_found` when there is none, or another key made it
 */
export async function readEnrollment(
  reference: string,
  apiKeyId: number,
): Promise<z.output<typeof enrollmentState>> {
  const row = await prisma().enrollment.findFirst({
    where: { reference, apiKeyId },
    select: {
      reference: true,
      state: true,
      schoolYearId: true,
      createdAt: true,
      test: true,
      mailMessages: {
        where: { kind: { in: setupMails } },
        select: { kind: true, state: true },
        orderBy: [{ kind: "asc" }],
      },
    },
  });
  if (!row) throw new AppError("not_found");
  const { schoolYearId, createdAt, mailMessages, ...same } = row;
  return {
    ...same,
    school_year_id: schoolYearId,
    created_at: createdAt.toISOString(),
    emails: mailMessages.map(({ kind, state }) => ({ recipient: kind as SetupMail, state })),
  };
}

import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { email as emailSchema } from "@/lib/enrollment/values";
import { toEmailKey } from "@/lib/mail/addresses";
import { resendInTransaction } from "@/lib/mail/outbox";
import { whereMessagesOf } from "@/lib/mail/together";
import { ActionError, defineAction } from "@/lib/people/verb";
import { isUuid } from "@/lib/platform/uuid";
import { correctPersonEmail, findLastReference } from "./address";

/**
 * Corrects the address that a message of an enrollment went to, if it is another one, and sends the
 * message again. Whoever has set a password is asked at the new address; once they press its link, what never
 * arrived goes there.
 */
export const correctAndResend = defineAction(
  "sent_again",
  "correct",
  z.object({ reference: z.string(), message: z.string(), email: z.string() }),
  async ({ tx, now, audit }, { reference, message: id, email: written }) => {
    const object = { kind: "enrollment", id: reference } as const;
    const message = await messageOf(tx, reference, id);
    const parsed = emailSchema.safeParse(written);
    if (!parsed.success) throw createError("invalid");

    const { person, state } = message;
    const isSame = toEmailKey(parsed.data) === person.emailKey;
    if (!isSame) {
      const change = await correctPersonEmail(tx, person.id, parsed.data, now);
      if (change !== "asked" && "taken" in change)
        throw createError("taken", { reference: (await findLastReference(tx, change.taken)) ?? "–" });
      const action = change === "asked" ? "address_asked" : "address_corrected";
      await audit(object, { email: [person.email, parsed.data] }, action);
      if (change === "asked") return "asked" as const;
    }
    // A queued one goes out anew already, where its address is another one.
    if (isSame || state !== "queued") {
      const { outcome } = await resendInTransaction(tx, id, () => audit(object));
      if (isSame && outcome in errorCodes) throw createError(errorCodes[outcome as keyof typeof errorCodes]);
    }
    return isSame ? ("resent" as const) : ("addressed" as const);
  },
);

const errorCodes = {
  suppressed: "bounces",
  "no mailbox": "bounces",
  "kept apart": "kept_apart",
  unknown: "gone",
} as const;

const createError = (code: string, values?: Record<string, string>) =>
  new ActionError({ field: "email", code, ...(values && { values }) });

async function messageOf(tx: Prisma.TransactionClient, reference: string, id: string) {
  const enrollment = await tx.enrollment.findUnique({
    where: { reference },
    select: {
      id: true,
      reference: true,
      submissionId: true,
      studentId: true,
      student: { select: { guardians: { where: { deniedAt: null }, select: { guardianId: true } } } },
    },
  });
  const message =
    enrollment &&
    isUuid(id) &&
    (await tx.mailMessage.findFirst({
      where: { id, ...whereMessagesOf(enrollment) },
      select: { state: true, person: { select: { id: true, email: true, emailKey: true } } },
    }));
  if (!message) throw createError("gone");
  return message;
}

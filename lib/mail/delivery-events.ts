import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { MailState } from "@/generated/prisma/enums";
import { prisma } from "@/lib/platform/prisma";
import { toEmailKey } from "./addresses";
import { lockAround } from "./fail-message";
import { outranks } from "./states";

const stateByEvent: Record<string, MailState> = {
  "email.sent": "sent",
  "email.delivery_delayed": "delayed",
  "email.failed": "failed",
  "email.suppressed": "failed",
  "email.delivered": "delivered",
  "email.bounced": "bounced",
  "email.complained": "complained",
};

export const timeColumns = {
  sent: "sentAt",
  delayed: "delayedAt",
  failed: "failedAt",
  delivered: "deliveredAt",
  bounced: "bouncedAt",
  complained: "complainedAt",
} as const;

const deliveryEvent = z.object({
  type: z.string(),
  created_at: z.coerce.date(),
  data: z.object({
    email_id: z.string(),
    to: z.array(z.string()).default([]),
    tags: z.object({ message_id: z.uuid().optional().catch(undefined) }).optional(),
  }),
});

/**
 * Takes in what Resend tells of a message. The same event twice changes nothing; an event that is
 * not about a message of ours is left alone. Key owners hear of a new `state` from the database
 * (prisma/sql/functions/record_mail_event.sql).
 *
 * @param id the event's own id (`svix-id`)
 * @param event the body, its signature verified
 */
export async function recordDeliveryEvent(id: string, event: unknown): Promise<void> {
  const parsed = deliveryEvent.safeParse(event);
  const state = parsed.success ? stateByEvent[parsed.data.type] : undefined;
  if (!parsed.success || state === undefined || state === "queued") return;

  const { type, created_at: occurredAt, data } = parsed.data;
  await prisma().$transaction(async (tx) => {
    const about = Prisma.sql`provider_id = ${data.email_id} or id = ${data.tags?.message_id ?? null}::uuid`;
    const [found] = await tx.$queryRaw<{ id: string }[]>`select id from mail_messages where ${about}`;
    if (found) await lockAround(tx, found.id);
    const [message] = await tx.$queryRaw<{ id: string; state: MailState; providerId: string | null }[]>`
      select id, state::text, provider_id as "providerId" from mail_messages where ${about} for update`;
    const { count } = await tx.mailEvent.createMany({
      data: { id, messageId: message?.id, type, occurredAt },
      skipDuplicates: true,
    });
    if (count === 0 || !message) return;

    const later = outranks(state, message.state);
    await tx.mailMessage.update({
      where: { id: message.id },
      data: {
        [timeColumns[state]]: occurredAt,
        providerId: message.providerId ?? data.email_id,
        payload: Prisma.DbNull, // it was accepted, whether or not the worker got to hear of it
        ...(later && { state }),
      },
      select: { id: true },
    });
    if (state === "bounced" || state === "complained") {
      await tx.mailSuppression.createMany({
        data: data.to.map((address) => ({ emailKey: toEmailKey(address), reason: state })),
        skipDuplicates: true,
      });
    }
  });
}

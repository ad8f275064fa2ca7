import type { Prisma } from "@/generated/prisma/client";
import { recorded, writeEntry } from "@/lib/audit/write-entry";
import { LOST_MAILS } from "@/lib/desk/conditions";
import { resendIn } from "@/lib/mail/outbox";
import { type Actor, demand } from "@/lib/staff/rights";

/** The messages of enrollments that did not arrive and were not sent again. */
export const lostMessages = (tx: Prisma.TransactionClient, enrollmentIds: string[]) =>
  tx.$queryRaw<{ id: string; enrollmentId: string; suppressed: boolean }[]>`
    select m.id, lost.enrollment_id as "enrollmentId",
      exists (select from mail_suppressions s where s.email_key = p.email_key and s.sandbox_id = p.sandbox_id) as suppressed
    from ${LOST_MAILS} lost join mail_messages m on m.id = lost.message_id join people p on p.id = m.person_id
    where lost.enrollment_id = any(${enrollmentIds}::uuid[])
    order by m.created_at, m.id`;

/** Sends again what did not arrive, but where the address sends mails back. @returns what became of it */
export async function resendLost(
  tx: Prisma.TransactionClient,
  actor: Actor,
  enrollmentId: string,
  reference: string,
): Promise<"done" | "nothing_to_resend" | "bounces"> {
  demand(actor, "correct");
  const lost = await lostMessages(tx, [enrollmentId]);
  if (lost.length === 0) return "nothing_to_resend";
  let sent = 0;
  for (const { id } of lost) {
    const { outcome } = await resendIn(tx, id, () =>
      writeEntry(tx, {
        actor: recorded(actor),
        action: "sent_again",
        object: { kind: "enrollment", id: reference },
      }),
    );
    if (outcome === "queued again") sent += 1;
  }
  return sent > 0 ? "done" : "bounces";
}

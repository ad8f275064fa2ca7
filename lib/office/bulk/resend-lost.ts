import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { resendInTransaction } from "@/lib/mail/outbox";
import { UNDELIVERED_MAILS } from "@/lib/office/conditions";
import { defineAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";

type Lost = { id: string; suppressed: boolean };

/** Messages that did not arrive and were not sent again, with whom each was for. */
const LOST = Prisma.sql`${UNDELIVERED_MAILS} lost
  join mail_messages m on m.id = lost.message_id join people p on p.id = m.person_id`;

const SUPPRESSED = Prisma.sql`exists (select from mail_suppressions s
  where s.email_key = p.email_key) as suppressed`;

const lostMessages = (tx: Prisma.TransactionClient, reference: string) =>
  tx.$queryRaw<Lost[]>`
    select m.id, ${SUPPRESSED} from ${LOST}
    where lost.enrollment_id = (select id from enrollments where reference = ${reference})
    order by m.created_at, m.id`;

/** Those of a bulk action, each with every row that it is about, in the order of the rows. */
export const listUndeliveredOfBulk = (bulkId: string) =>
  prisma().$queryRaw<(Lost & { position: number })[]>`
    select b.position, m.id, ${SUPPRESSED} from ${LOST} join bulk_rows b on b.enrollment_id = lost.enrollment_id
    where b.bulk_id = ${bulkId}::uuid
    order by b.position, m.created_at, m.id`;

/** Sends again what did not arrive, but where the address sends mails back. Returns what became of it. */
export const resendUndelivered = defineAction(
  "lost_sent_again",
  "correct",
  z.object({ reference: z.string() }),
  async ({ tx, audit }, { reference }): Promise<"done" | "nothing_to_resend" | "bounces"> => {
    const lost = await lostMessages(tx, reference);
    if (lost.length === 0) return "nothing_to_resend";
    let sent = 0;
    for (const { id } of lost) {
      const again = () => audit({ kind: "enrollment", id: reference }, {}, "sent_again");
      if ((await resendInTransaction(tx, id, again)).outcome === "queued again") sent += 1;
    }
    return sent > 0 ? "done" : "bounces";
  },
);

import { z } from "zod";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { ActionError, defineAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";

const MOST = 200;

export type SuppressedAddress = {
  address: string;
  reason: "bounced" | "complained";
  since: Date;
  /** Whose it is, unless nobody has it any more. */
  name: string | null;
  references: string[];
};

/** Addresses that nothing more is sent to, because they bounced or complained, the newest first (desk 47). */
export function listSuppressedAddresses(actor: Actor): Promise<SuppressedAddress[]> {
  requirePermission(actor, "read");
  return prisma().$queryRaw<SuppressedAddress[]>`
    select s.email_key as address, s.reason, s.created_at as since,
      nullif(trim(concat_ws(' ', p.name, p.surname)), '') as name,
      array(select distinct e.reference from enrollments e
        left join guardianships g on g.student_id = e.student_id
        where e.student_id = p.id or g.guardian_id = p.id order by 1 limit 5) as references
    from mail_suppressions s left join people p on p.email_key = s.email_key
    order by s.created_at desc, s.email_key limit ${MOST}`;
}

/** Lets mail go to an address again that bounced or complained, with why. */
export const removeSuppression = defineAction(
  "address_lifted",
  "correct",
  z.object({
    address: z.string().min(1),
    reason: z.string("required").trim().min(1, "required").max(2000, "too_long"),
  }),
  async ({ tx, audit }, { address: emailKey, reason }) => {
    const person = await tx.person.findFirst({ where: { emailKey }, select: { id: true } });
    const [stopped] = await tx.mailSuppression.findMany({ where: { emailKey }, select: { reason: true } });
    const { count } = await tx.mailSuppression.deleteMany({ where: { emailKey } });
    if (count === 0) throw new ActionError({ code: "gone" });
    await audit(person ? { kind: "person", id: person.id } : { kind: "school", id: "mail" }, {
      stopped: [stopped?.reason, null],
      reason: [null, reason],
    });
  },
);

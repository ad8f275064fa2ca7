import { z } from "zod";
import { type MailInterruption, getMailInterruption, enqueueWaitingMessages } from "@/lib/mail/hold";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { defineLooseAction } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";

/**
 * Lets no e-mail to a family leave from now on, on any machine, or lets them go on: those that wait leave then, none
 * is lost (desk 47). What the school itself is told of goes on leaving.
 */
export const setMailPause = defineLooseAction(
  "mail_paused",
  "change_settings",
  z.object({ paused: z.enum(["yes", "no"]) }),
  async ({ inTransaction, actor, now }, { paused }) => {
    const changed = await inTransaction(async ({ tx, audit }) => {
      const by = actor.kind === "staff" ? actor.id : null;
      const count =
        paused === "yes"
          ? await tx.$executeRaw`
              update mail_pace set paused_since = ${now}, paused_by = ${by}::uuid where paused_since is null`
          : await tx.$executeRaw`
              update mail_pace set paused_since = null, paused_by = null where paused_since is not null`;
      if (count > 0)
        await audit({ kind: "school", id: "mail" }, { paused: [paused === "yes" ? "no" : "yes", paused] });
      return count > 0;
    });
    // Once that is committed: whoever looks from now on sends, and what was left waiting before has a job again.
    if (changed && paused === "no") await enqueueWaitingMessages();
    return changed;
  },
);

export type InterruptionDetails = MailInterruption & {
  /** Who has paused it, where that is somebody of the desk. */
  by: string | null;
  waiting: number;
};

/** Why no e-mail leaves, since when and how many wait; undefined while they do. */
export async function readMailInterruption(actor: Actor): Promise<InterruptionDetails | undefined> {
  requirePermission(actor, "read");
  const stop = await getMailInterruption();
  if (!stop) return;
  const [waiting, member] = await Promise.all([
    prisma().mailMessage.count({ where: { state: "queued" } }),
    stop.pausedBy
      ? prisma().staffMember.findUnique({ where: { id: stop.pausedBy }, select: { name: true, email: true } })
      : null,
  ]);
  return { ...stop, by: member && (member.name ?? member.email), waiting };
}

import { z } from "zod";
import { enqueueWaitingMessages } from "@/lib/mail/pause";
import { changeEmail, resendInTransaction } from "@/lib/mail/writes";
import { DomainError, looseVerb, verb } from "@/lib/people/verb";

/** Allows mail to a suppressed address again, with a reason. */
export const removeSuppression = verb(
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
    if (count === 0) throw new DomainError({ code: "gone" });
    await audit(person ? { kind: "person", id: person.id } : { kind: "school", id: "mail" }, {
      stopped: [stopped?.reason, null],
      reason: [null, reason],
    });
  },
);

const message = z.string();

/** Sends a message again. Returns the outcome and the new message's id. */
export const resendMailMessage = verb(
  "message_sent_again",
  "correct",
  z.object({ message }),
  ({ tx, audit }, { message: id }) =>
    resendInTransaction(tx, id, async (person) => audit({ kind: "person", id: person }, {}, "sent_again")),
);

/**
 * Changes the address of a message's recipient without confirmation.
 * @returns false when another person has that address
 */
export const changeMessageEmail = verb(
  "message_readdressed",
  "correct",
  z.object({ message, email: z.string() }),
  async ({ tx, now, audit }, { message: id, email }) => {
    const { person } = await tx.mailMessage.findUniqueOrThrow({
      where: { id },
      select: { person: { select: { id: true, email: true } } },
    });
    const isFree = "requeued" in (await changeEmail(tx, person.id, email, now));
    if (isFree)
      await audit({ kind: "person", id: person.id }, { email: [person.email, email] }, "address_corrected");
    return isFree;
  },
);

/**
 * Pauses or resumes all mail to families on every machine; waiting messages are sent afterwards (desk 47). Mail to the
 * school is not paused.
 */
export const setMailPause = looseVerb(
  "mail_paused",
  "change_settings",
  z.object({ paused: z.enum(["yes", "no"]) }),
  async ({ inTransaction, actor, now }, { paused }) => {
    const changed = await inTransaction(async ({ tx, audit }) => {
      const memberId = actor.kind === "staff" ? actor.id : null;
      const count =
        paused === "yes"
          ? await tx.$executeRaw`
              update mail_pace set paused_since = ${now}, paused_by = ${memberId}::uuid where paused_since is null`
          : await tx.$executeRaw`
              update mail_pace set paused_since = null, paused_by = null where paused_since is not null`;
      if (count > 0)
        await audit({ kind: "school", id: "mail" }, { paused: [paused === "yes" ? "no" : "yes", paused] });
      return count > 0;
    });
    // After the commit: workers now send again, and messages that waited get a job.
    if (changed && paused === "no") await enqueueWaitingMessages();
    return changed;
  },
);

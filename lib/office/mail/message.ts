import { z } from "zod";
import { changeEmail } from "@/lib/mail/change-address";
import { resendInTransaction } from "@/lib/mail/outbox";
import { defineAction } from "@/lib/people/verb";

const message = z.string();

/** Sends a message again, whatever it is about. Returns what became of it, with the id of what leaves. */
export const resendMailMessage = defineAction(
  "message_sent_again",
  "correct",
  z.object({ message }),
  ({ tx, audit }, { message: id }) =>
    resendInTransaction(tx, id, async (person) => audit({ kind: "person", id: person }, {}, "sent_again")),
);

/**
 * Gives the person to whom a message went another address, without asking anybody there.
 * @returns false where somebody has that address already
 */
export const changeMessageEmail = defineAction(
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

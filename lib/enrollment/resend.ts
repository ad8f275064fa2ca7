import { email as emailSchema } from "@/lib/enrollment/values";
import { emailKey } from "@/lib/mail/addresses";
import { resendMessage } from "@/lib/mail/outbox";
import { messagesOf } from "@/lib/mail/together";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { isUuid } from "@/lib/platform/uuid";
import { ofLive } from "@/lib/platform/worlds";
import { correctAddress, enrollmentOf } from "./address";

export type ResendOutcome =
  | { done: "resent" | "addressed" | "asked" }
  | { refused: "unknown" | "invalid" | "bounces" | "kept_apart" }
  /** Somebody else has the address; the reference is of an enrollment of theirs, if there is one. */
  | { refused: "taken"; reference: string | undefined };

/**
 * Corrects the address that a message of an enrollment went to, if it is another one, and sends the
 * message again. Whoever has set a password is asked at the new address; once they press its link, what never
 * arrived goes there.
 */
export async function correctAndResend(
  actor: Actor,
  reference: string,
  messageId: string,
  written: string,
  now: Date,
): Promise<ResendOutcome> {
  demand(actor, "correct");
  if (!isUuid(messageId)) return { refused: "unknown" };
  const enrollment = await prisma().enrollment.findUnique({
    where: { reference, ...ofLive },
    select: { id: true, submissionId: true, studentId: true },
  });
  if (!enrollment) return { refused: "unknown" };
  const message = await prisma().mailMessage.findFirst({
    where: { id: messageId, ...messagesOf(enrollment) },
    select: {
      state: true,
      person: { select: { id: true, email: true, emailKey: true } },
    },
  });
  if (!message) return { refused: "unknown" };
  const parsed = emailSchema.safeParse(written);
  if (!parsed.success) return { refused: "invalid" };

  const { person, state } = message;
  if (emailKey(parsed.data) === person.emailKey) return again(actor, reference, messageId);
  const result = await prisma().$transaction(async (tx) => {
    const change = await correctAddress(tx, person.id, parsed.data, now);
    if (change === "asked" || "requeued" in change) {
      await writeEntry(tx, {
        actor: recorded(actor),
        action: change === "asked" ? "address_asked" : "address_corrected",
        object: { kind: "enrollment", id: reference },
        values: { email: [person.email, parsed.data] },
      });
    }
    return change;
  });
  if (result === "asked") return { done: "asked" };
  if ("taken" in result) return { refused: "taken", reference: await enrollmentOf(result.taken) };
  if (state !== "queued") await again(actor, reference, messageId); // a queued one goes out anew already
  return { done: "addressed" };
}

async function again(actor: Actor, reference: string, messageId: string): Promise<ResendOutcome> {
  const { outcome } = await resendMessage(messageId, (tx) =>
    writeEntry(tx, {
      actor: recorded(actor),
      action: "sent_again",
      object: { kind: "enrollment", id: reference },
    }),
  );
  if (outcome === "suppressed" || outcome === "no mailbox") return { refused: "bounces" };
  if (outcome === "kept apart") return { refused: "kept_apart" };
  return outcome === "unknown" ? { refused: "unknown" } : { done: "resent" };
}

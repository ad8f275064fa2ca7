import { prisma } from "@/lib/platform/prisma";
import { toEmailKey } from "./addresses";
import { timeColumns } from "./delivery-events";
import { lockAround } from "./fail-message";
import type { OutgoingMail } from "./transports";

/** What is before the @, up to a `+`, says in a sandbox what becomes of a message; any other address receives it. */
const simulatedStates = ["bounced", "complained", "delayed"] as const;

/** What a sandbox's messages come to: told as the provider's events tell it of real ones. */
export async function simulateDelivery({ id, payload }: OutgoingMail, now: Date): Promise<void> {
  const key = toEmailKey(payload.to);
  const name = key.slice(0, key.lastIndexOf("@")).replace(/\+.*$/, "");
  const state = simulatedStates.find((known) => known === name) ?? "delivered";
  await prisma().$transaction(async (tx) => {
    await lockAround(tx, id);
    await tx.mailMessage.updateMany({ where: { id }, data: { state, [timeColumns[state]]: now } });
    if (state !== "bounced" && state !== "complained") return;
    await tx.mailSuppression.createMany({
      data: { emailKey: key, reason: state },
      skipDuplicates: true,
    });
  });
}

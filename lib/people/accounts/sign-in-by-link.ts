import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { createSession, type NewSession } from "./sessions";
import { findSetupPerson, consumeToken } from "./setup-token";

/**
 * Signs in whoever has a password and presses a link that goes on with a draft; the link is spent. Other
 * sessions stay: nothing about the account has changed.
 *
 * @param within what else the link does, in the same transaction
 * @returns undefined for a link that no longer works
 */
export async function signInByDraftLink(
  token: string,
  now: Date,
  within: (tx: Prisma.TransactionClient, personId: string) => Promise<void>,
): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person?.continues || !person.hasAccount) return;
  return prisma().$transaction(async (tx) => {
    if (!(await consumeToken(tx, token, now))) return;
    await within(tx, person.id);
    return createSession(tx, person.id, now);
  });
}

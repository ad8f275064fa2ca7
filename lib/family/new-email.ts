import type { Prisma } from "@/generated/prisma/client";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { emailKey } from "@/lib/mail/addresses";
import { giveAddress } from "@/lib/mail/change-address";
import { offerEmail } from "@/lib/mail/offer-email";
import { queueMessage } from "@/lib/mail/queue";
import { isMinor } from "@/lib/people/accounts/access";
import { writeEntry } from "@/lib/people/audit";
import { tried } from "@/lib/people/limits";
import { verifyPassword } from "@/lib/people/password-hash";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/sandbox";
import { shownToken } from "@/lib/platform/tokens";
import { settings } from "@/lib/school/settings";
import { sendLostAgain } from "./unreached";

type Wish = { email: string; password: string; address: string };

/**
 * Writes to another address that somebody wants; until its link is pressed nothing changes, and the last wish
 * counts. Whether somebody has that address is not said here: only who reads its mail is told.
 *
 * @param wish the address by the form's rules, the password of now, and who asks (`clientAddress`)
 * @throws AppError `unavailable` when too many passwords are being checked
 * @throws DecisionRefusal `not_their_own` for a minor
 */
export async function askNewEmail(
  personId: string,
  { email, password, address }: Wish,
  now: Date,
): Promise<"asked" | "same" | "wrong" | "limited"> {
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { emailKey: true, birthDate: true, account: { select: { passwordHash: true } } },
  });
  const { time_zone } = await settings();
  if (isMinor(person.birthDate, todayIn(time_zone, now))) throw new DecisionRefusal("not_their_own");
  if (emailKey(email) === person.emailKey) return "same";
  const counted = { "password address": address, "password token": `e-mail ${personId}` };
  const stored = person.account?.passwordHash;
  const right = await tried(counted, async () => (await verifyPassword(password, stored)) || undefined);
  if (right !== true) return right;
  await prisma().$transaction((tx) => offerEmail(tx, personId, email, now));
  return "asked";
}

/** The address that a link would confirm; undefined when it is unknown, over, or replaced by a newer wish. */
export async function wishedEmail(token: string, now: Date): Promise<string | undefined> {
  return (await wishOf(prisma(), token, now))?.email;
}

/**
 * The link was pressed: the address is theirs, if nobody else has it by now. The one before is told, links that
 * went there die, and what never arrived is sent again.
 */
export async function confirmNewEmail(token: string, now: Date): Promise<"changed" | "taken" | "closed"> {
  return prisma().$transaction(async (tx) => {
    const found = await wishOf(tx, token, now);
    if (!found) return "closed";
    const { personId, email } = found;
    await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
    if (!(await wishOf(tx, token, now))) return "closed"; // of two presses the other one came first
    const before = await tx.person.findUniqueOrThrow({
      where: { id: personId },
      select: { email: true, locale: true },
    });
    const change = await giveAddress(tx, personId, email, now);
    if ("taken" in change) return "taken";
    const { locale } = before;
    await queueMessage(tx, { kind: "email_changed", personId, locale, toEmail: before.email });
    await sendLostAgain(tx, personId);
    await writeEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "email_changed",
      object: { kind: "person", id: personId },
      values: { email: [before.email, email] },
    });
    return "changed";
  });
}

async function wishOf(db: Prisma.TransactionClient, token: string, now: Date) {
  const hash = shownToken(token);
  if (!hash) return;
  const found = await db.emailChange.findUnique({
    where: { hash, expiresAt: { gt: now }, person: { erasedAt: null } },
    select: { personId: true, email: true },
  });
  return found ?? undefined;
}

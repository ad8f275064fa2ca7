import type { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/refusal";
import { toEmailKey } from "@/lib/mail/addresses";
import { changeEmail } from "@/lib/mail/change-address";
import { sendEmailConfirmation } from "@/lib/mail/offer-email";
import { enqueueMessage } from "@/lib/mail/queue";
import { isMinor } from "@/lib/people/accounts/access";
import { writeAuditEntry } from "@/lib/people/audit";
import { withAttemptLimit } from "@/lib/people/limits";
import { verifyPassword } from "@/lib/people/password-hash";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { hashIfToken } from "@/lib/platform/tokens";
import { getSettings } from "@/lib/school/settings";
import { resendUndeliveredTo } from "./unreached";

type EmailChangeRequest = { email: string; password: string; address: string };

/**
 * Writes to another address that somebody wants; until its link is pressed nothing changes, and the last wish
 * counts. Whether somebody has that address is not said here: only who reads its mail is told.
 *
 * @param wish the address by the form's rules, the password of now, and who asks (`clientAddress`)
 * @throws AppError `unavailable` when too many passwords are being checked
 * @throws DecisionRefusal `not_their_own` for a minor
 */
export async function requestEmailChange(
  personId: string,
  { email, password, address }: EmailChangeRequest,
  now: Date,
): Promise<"asked" | "same" | "wrong" | "limited"> {
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { emailKey: true, birthDate: true, account: { select: { passwordHash: true } } },
  });
  const { time_zone } = await getSettings();
  if (isMinor(person.birthDate, getToday(time_zone, now))) throw new DecisionError("not_their_own");
  if (toEmailKey(email) === person.emailKey) return "same";
  const counted = { "password address": address, "password token": `e-mail ${personId}` };
  const stored = person.account?.passwordHash;
  const right = await withAttemptLimit(counted, async () => (await verifyPassword(password, stored)) || undefined);
  if (right !== true) return right;
  await prisma().$transaction((tx) => sendEmailConfirmation(tx, personId, email, now));
  return "asked";
}

/** The address that a link would confirm; undefined when it is unknown, over, or replaced by a newer wish. */
export async function readRequestedEmail(token: string, now: Date): Promise<string | undefined> {
  return (await findEmailChange(prisma(), token, now))?.email;
}

/**
 * The link was pressed: the address is theirs, if nobody else has it by now. The one before is told, links that
 * went there die, and what never arrived is sent again.
 */
export async function confirmEmailChange(token: string, now: Date): Promise<"changed" | "taken" | "closed"> {
  return prisma().$transaction(async (tx) => {
    const found = await findEmailChange(tx, token, now);
    if (!found) return "closed";
    const { personId, email } = found;
    await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
    if (!(await findEmailChange(tx, token, now))) return "closed"; // of two presses the other one came first
    const before = await tx.person.findUniqueOrThrow({
      where: { id: personId },
      select: { email: true, locale: true },
    });
    const change = await changeEmail(tx, personId, email, now);
    if ("taken" in change) return "taken";
    const { locale } = before;
    await enqueueMessage(tx, { kind: "email_changed", personId, locale, toEmail: before.email });
    await resendUndeliveredTo(tx, personId);
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "email_changed",
      object: { kind: "person", id: personId },
      values: { email: [before.email, email] },
    });
    return "changed";
  });
}

async function findEmailChange(db: Prisma.TransactionClient, token: string, now: Date) {
  const hash = hashIfToken(token);
  if (!hash) return;
  const found = await db.emailChange.findUnique({
    where: { hash, expiresAt: { gt: now }, person: { erasedAt: null } },
    select: { personId: true, email: true },
  });
  return found ?? undefined;
}

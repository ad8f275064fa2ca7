import { enqueueNotice } from "@/lib/mail/notices";
import { createToken, hashIfToken, hashToken, isToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";

/**
 * Opens the desk to a session after the second factor, if required. A browser that is new to the member is stored
 * and, except the first one, notified by e-mail.
 * @param cookie the browser's cookie from earlier sign-ins
 * @returns the value of that cookie
 */
export async function openStaffSession(
  token: string,
  memberId: string,
  cookie: string | undefined,
  now: Date,
): Promise<string> {
  const device = cookie !== undefined && isToken(cookie) ? cookie : createToken();
  const hash = hashToken(device);
  await prisma().$transaction(async (tx) => {
    const devices = await tx.staffDevice.findMany({ where: { memberId }, select: { hash: true } });
    const isKnown = devices.some((stored) => Buffer.from(stored.hash).equals(hash));
    if (!isKnown) {
      if (devices.length > 0)
        await enqueueNotice(tx, { kind: "staff_device", memberId, at: now.toISOString() });
      await tx.staffDevice.createMany({ data: { memberId, hash, createdAt: now }, skipDuplicates: true });
    }
    await tx.staffSession.updateMany({
      where: { hash: hashToken(token), endedAt: null },
      data: { openedAt: now },
    });
  });
  return device;
}

/** The only member who has signed in with this browser; undefined when several have. */
export async function findDeviceMember(device: string | undefined): Promise<string | undefined> {
  const hash = hashIfToken(device);
  if (!hash) return;
  const [first, second] = await prisma().staffDevice.findMany({
    where: { hash, member: { removedAt: null } },
    take: 2,
    select: { memberId: true },
  });
  return second ? undefined : first?.memberId;
}

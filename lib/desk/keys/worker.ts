import { getLastDay } from "@/lib/desk/keys/queries";
import { enqueueNotice } from "@/lib/mail/notices";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

/**
 * Reminds the contact of an expiring key once: two weeks before the end, or after half of a shorter life. Returns the
 * number of keys; child keys of test keys are not reminded.
 */
export async function notifyExpiringKeys(now: Date): Promise<number> {
  const { time_zone } = await getSettings();
  return prisma().$transaction(async (tx) => {
    const ending = await tx.$queryRaw<{ name: string; contact: string | null; expiresAt: Date }[]>`
      update api_keys set end_told_at = ${now}
      where end_told_at is null and revoked_at is null and parent_id is null and expires_at > ${now}
        and ${now} >= greatest(expires_at - interval '14 days', created_at + (expires_at - created_at) / 2)
      returning name, contact, expires_at as "expiresAt"`;
    for (const { name, contact, expiresAt } of ending)
      await enqueueNotice(tx, {
        kind: "key_ends",
        key: name,
        contact,
        day: getLastDay(expiresAt, time_zone),
      });
    return ending.length;
  });
}

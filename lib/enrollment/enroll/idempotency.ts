import { prisma } from "@/lib/platform/database/prisma";
import { getIdempotencyLockName, IDEMPOTENCY_RETENTION_MS } from "@/lib/platform/representation";
import type { Origin } from "./enrollment-document";
export const listRequestLocks = ({ apiKeyId, idempotency, draftId }: Origin): string[] => [
  ...(apiKeyId !== undefined && idempotency ? [getIdempotencyLockName(apiKeyId, idempotency.key)] : []),
  ...(draftId ? [`draft ${draftId}`] : []),
];

/** Deletes expired idempotency records; returns their number. */
export async function purgeIdempotencyRecords(): Promise<number> {
  const { count } = await prisma().idempotencyRecord.deleteMany({
    where: { createdAt: { lte: new Date(Date.now() - IDEMPOTENCY_RETENTION_MS) } },
  });
  return count;
}

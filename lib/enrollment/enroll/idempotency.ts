import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { getIdempotencyLockName, IDEMPOTENCY_RETENTION_MS } from "@/lib/platform/representation";
import type { Origin } from "./enrollment-document";

/**
 * The references of an earlier request with the same idempotency key (24 hours) or the same draft, in the order of
 * the children.
 * @throws AppError `idempotency_key_reused` when the body was different
 */
export async function findReplay({ apiKeyId, idempotency, draftId }: Origin): Promise<string[] | undefined> {
  if (draftId) return findDraftReferences(draftId);
  if (apiKeyId === undefined || !idempotency) return;

  const record = await prisma().idempotencyRecord.findUnique({
    where: {
      apiKeyId_key: { apiKeyId, key: idempotency.key },
      createdAt: { gt: new Date(Date.now() - IDEMPOTENCY_RETENTION_MS) },
    },
    select: { requestHash: true, reference: true },
  });
  if (!record) return;
  if (Buffer.from(record.requestHash).toString("hex") === idempotency.requestHash) return [record.reference];
  throw new AppError("idempotency_key_reused");
}

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

async function findDraftReferences(draftId: string): Promise<string[] | undefined> {
  const sent = await prisma().sentDraft.findUnique({
    where: { draftId: Buffer.from(draftId, "hex") },
    select: { reference: true, moreReferences: true },
  });
  return sent ? [sent.reference, ...sent.moreReferences] : undefined;
}

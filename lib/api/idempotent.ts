import type { Prisma } from "@/generated/prisma/client";
import { decrypt, encrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { getIdempotencyLockName, IDEMPOTENCY_RETENTION_MS } from "@/lib/platform/representation";
import type { ApiKey } from "./keys";
import type { ApiResult } from "./responses";

type IdempotentCall = { key: Pick<ApiKey, "id">; idempotency: IdempotencyKey | undefined };
type Tx = Prisma.TransactionClient;

/**
 * Runs `handler` in one transaction that stores the response under its `Idempotency-Key`; the same request
 * within 24 hours gets that response. The statement that creates enrollments stores its own.
 * @throws AppError `idempotency_in_progress`, `idempotency_key_reused`
 */
export function withIdempotency<Call extends IdempotentCall>(
  handler: (call: Call, tx: Tx) => Promise<ApiResult>,
) {
  return (call: Call): Promise<ApiResult> =>
    prisma().$transaction(async (tx) => {
      const { key, idempotency } = call;
      if (!idempotency) return handler(call, tx);
      const stored = await findStoredAnswer(tx, key.id, idempotency);
      if (stored) return { ...stored, headers: { ...stored.headers, "Idempotency-Replayed": "true" } };
      const answer = await handler(call, tx);
      await storeAnswer(tx, key.id, idempotency, answer);
      return answer;
    });
}

/** The key with the SHA-256 (hex) of the request. */
type IdempotencyKey = { key: string; requestHash: string };

async function findStoredAnswer(
  tx: Tx,
  apiKeyId: number,
  idempotency: IdempotencyKey,
): Promise<ApiResult | undefined> {
  const { key, requestHash } = idempotency;
  const [lock] = await tx.$queryRaw<[{ held: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${getIdempotencyLockName(apiKeyId, key)}, 0)) as held`;
  if (!lock.held) throw new AppError("idempotency_in_progress", [], ["Retry-After", "1"]);
  const record = await tx.idempotencyRecord.findUnique({
    where: {
      apiKeyId_key: { apiKeyId, key },
      createdAt: { gt: new Date(Date.now() - IDEMPOTENCY_RETENTION_MS) },
    },
    select: { requestHash: true, answer: true },
  });
  if (!record) return;
  if (Buffer.from(record.requestHash).toString("hex") !== requestHash || !record.answer)
    throw new AppError("idempotency_key_reused");
  const text = decrypt(record.answer, getEncryptionContext(apiKeyId, key));
  if (text === undefined) throw new Error("the key under which an answer was kept is gone");
  return JSON.parse(text);
}

/** Encrypted, because a response may contain a webhook's secret. */
async function storeAnswer(
  tx: Tx,
  apiKeyId: number,
  { key, requestHash }: IdempotencyKey,
  answer: ApiResult,
) {
  const columns = {
    requestHash: new Uint8Array(Buffer.from(requestHash, "hex")),
    answer: encrypt(JSON.stringify(answer), getEncryptionContext(apiKeyId, key)),
    createdAt: new Date(),
  };
  await tx.idempotencyRecord.upsert({
    where: { apiKeyId_key: { apiKeyId, key } },
    create: { apiKeyId, key, ...columns },
    update: { reference: "", ...columns }, // replaces an expired one
    select: { key: true },
  });
}

const getEncryptionContext = (apiKeyId: number, key: string) => `answer ${apiKeyId} ${key}`;

import type { Prisma } from "@/generated/prisma/client";
import { decrypt, encrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { getIdempotencyLockName, IDEMPOTENCY_RETENTION_MS } from "@/lib/platform/representation";
import type { ApiKey } from "./keys";
import type { ApiRequest } from "./request";
import type { ApiResult } from "./responses";

type IdempotentCall = { key: Pick<ApiKey, "id">; idempotency: IdempotencyKey | undefined };
type Tx = Prisma.TransactionClient;

/**
 * Does what a request asks for in one transaction, in which the answer is kept under its `Idempotency-Key`:
 * sent again within 24 hours it is answered so, and nothing is done. The enrollments' one statement keeps its own.
 *
 * @throws AppError `idempotency_in_progress`, `idempotency_key_reused`, and what `work` throws, of which nothing is kept
 */
export function withIdempotency<Call extends IdempotentCall>(
  work: (call: Call, tx: Tx) => Promise<ApiResult>,
) {
  return (call: Call): Promise<ApiResult> =>
    prisma().$transaction(async (tx) => {
      const { key, idempotency } = call;
      if (!idempotency) return work(call, tx);
      const kept = await findStoredAnswer(tx, key.id, idempotency);
      if (kept) return { ...kept, headers: { ...kept.headers, "Idempotency-Replayed": "true" } };
      const answer = await work(call, tx);
      await storeAnswer(tx, key.id, idempotency, answer);
      return answer;
    });
}

/** A request's `Idempotency-Key` with the SHA-256 (hex) of what came with it. */
export type IdempotencyKey = { key: string; requestHash: string };

/** The `Idempotency-Key` header: 1 to 255 printable ASCII characters. @throws AppError `invalid_idempotency_key` */
export function getIdempotencyKey(request: ApiRequest): string | undefined {
  const key = request.header("idempotency-key");
  if (key === undefined) return;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new AppError("invalid_idempotency_key");
  return key;
}

async function findStoredAnswer(
  tx: Tx,
  apiKeyId: number,
  asked: IdempotencyKey,
): Promise<ApiResult | undefined> {
  const { key, requestHash } = asked;
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

/** Sealed, because an answer may carry a webhook's secret. */
async function storeAnswer(
  tx: Tx,
  apiKeyId: number,
  { key, requestHash }: IdempotencyKey,
  answer: ApiResult,
) {
  const kept = {
    requestHash: new Uint8Array(Buffer.from(requestHash, "hex")),
    answer: new Uint8Array(encrypt(JSON.stringify(answer), getEncryptionContext(apiKeyId, key))),
    createdAt: new Date(),
  };
  await tx.idempotencyRecord.upsert({
    where: { apiKeyId_key: { apiKeyId, key } },
    create: { apiKeyId, key, ...kept },
    update: { reference: "", ...kept }, // one whose day is over
    select: { key: true },
  });
}

const getEncryptionContext = (apiKeyId: number, key: string) =>
  new TextEncoder().encode(`answer ${apiKeyId} ${key}`);

/** How long the answer to a request with an `Idempotency-Key` is kept. */
export const IDEMPOTENCY_RETENTION_MS = 24 * 3600 * 1000;

/** The name of the advisory lock under which the one request with an `Idempotency-Key` runs. */
export const getIdempotencyLockName = (apiKeyId: number, key: string) => `idempotency ${apiKeyId} ${key}`;

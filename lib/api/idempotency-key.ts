import { AppError } from "@/lib/platform/errors";
import type { ApiRequest } from "./exchange";

/** A request's `Idempotency-Key` with the SHA-256 (hex) of what came with it. */
export type IdempotencyKey = { key: string; requestHash: string };

/** The `Idempotency-Key` header: 1 to 255 printable ASCII characters. @throws AppError `invalid_idempotency_key` */
export function getIdempotencyKey(request: ApiRequest): string | undefined {
  const key = request.header("idempotency-key");
  if (key === undefined) return;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new AppError("invalid_idempotency_key");
  return key;
}

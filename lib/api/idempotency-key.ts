import { AppError } from "@/lib/errors";

/** The `Idempotency-Key` header: 1 to 255 printable ASCII characters. @throws AppError `invalid_idempotency_key` */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key");
  if (key === null) return;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new AppError("invalid_idempotency_key");
  return key;
}

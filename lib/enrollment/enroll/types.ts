import type { Terms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";

/** An `Idempotency-Key` with the SHA-256 (hex) of the request that it stands for. */
type IdempotencyKey = { key: string; requestHash: string };

/** Where an enrollment comes from, and in which language its people are written to. */
export type Origin = { locale: Locale } & (
  | { source: "api"; apiKeyId: number; idempotency?: IdempotencyKey; draftId?: undefined }
  /** `draftId` (hex): one draft becomes one enrollment, however often it is sent; `terms` are those that its page showed. */
  | { source: "form"; terms?: Terms; draftId?: string; apiKeyId?: undefined; idempotency?: undefined }
  /** On paper, typed in at the desk. */
  | { source: "desk"; draftId?: undefined; apiKeyId?: undefined; idempotency?: undefined }
);

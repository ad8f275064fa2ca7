import type { Terms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";

/** An `Idempotency-Key` with the SHA-256 (hex) of its request. */
type IdempotencyKey = { key: string; requestHash: string };

/** Where an enrollment comes from, and the language of its e-mails. */
export type Origin = { locale: Locale } & (
  | { source: "api"; apiKeyId: number; idempotency?: IdempotencyKey; draftId?: undefined }
  /** `draftId` (hex) makes resending idempotent; `terms` are those that the page displayed. */
  | { source: "form"; terms?: Terms; draftId?: string; apiKeyId?: undefined; idempotency?: undefined }
  /** A paper form, entered at the desk. */
  | { source: "desk"; draftId?: undefined; apiKeyId?: undefined; idempotency?: undefined }
);

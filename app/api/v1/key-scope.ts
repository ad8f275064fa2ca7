import { type ApiKey, isTestKey } from "@/lib/api/keys";
import type { KeyScope } from "@/lib/enrollment/queries";

/** A key sees its own enrollments; a live key with `enrollment:read_all` all. */
export const getKeyScope = (key: ApiKey): KeyScope => ({
  apiKeyId: key.id,
  all: key.scopes.includes("enrollment:read_all") && !isTestKey(key),
});

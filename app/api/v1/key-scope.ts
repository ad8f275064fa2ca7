import { type ApiKey, isTestKey } from "@/lib/api/keys";
import type { KeyScope } from "@/lib/enrollment/queries";

/** Whose enrollments a key sees: its own; of a live key with `enrollment:read_all` everybody's. */
export const getKeyScope = (key: ApiKey): KeyScope => ({
  apiKeyId: key.id,
  all: key.scopes.includes("enrollment:read_all") && !isTestKey(key),
});

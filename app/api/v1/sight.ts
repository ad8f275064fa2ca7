import type { ApiKey } from "@/lib/api/api-keys";
import { isTestKey } from "@/lib/api/api-keys";
import type { Sight } from "@/lib/enrollment/told";

/** Whose enrollments a key sees: its own; of a live key with `enrollment:read_all` everybody's. */
export const sightOf = (key: ApiKey): Sight => ({
  apiKeyId: key.id,
  all: key.scopes.includes("enrollment:read_all") && !isTestKey(key),
});

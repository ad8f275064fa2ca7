import { type ApiKeyDetails, createApiKey, revokeApiKey, rotateApiKey } from "@/lib/api/api-keys";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { tellOfKey } from "@/lib/people/staff/tell";

/** Makes a key of the API; every administrator hears of it. @returns the only copy of its secret */
export async function makeKey(
  actor: Actor,
  wanted: Parameters<typeof createApiKey>[0],
  now: Date,
): Promise<string> {
  demand(actor, "manage_keys", now);
  return createApiKey(wanted, (tx) => tellOfKey(tx, wanted.name, now));
}

/** Gives a key a new secret; the one before works until `overlapEnds`, and every administrator hears of it. */
export async function renewKey(
  actor: Actor,
  key: ApiKeyDetails,
  overlapEnds: Date,
  now: Date,
): Promise<string> {
  demand(actor, "manage_keys", now);
  return rotateApiKey(key, overlapEnds, (tx) => tellOfKey(tx, key.name, now));
}

/** Stops a key and those below it at once, on every running server. */
export async function stopKey(actor: Actor, id: number, now: Date): Promise<void> {
  demand(actor, "manage_keys", now);
  await revokeApiKey(id);
}

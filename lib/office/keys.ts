import { z } from "zod";
import { createApiKey, revokeApiKey, rotateApiKey } from "@/lib/api/api-keys";
import { scopes } from "@/lib/api/scopes";
import { notifyOfKey } from "@/lib/people/staff/notify";
import { type Doing, looseVerb } from "@/lib/people/verb";

/** Makes a key of the API; every administrator hears of it. Returns the only copy of its secret. */
export const makeKey = looseVerb(
  "key_made",
  "manage_keys",
  z.object({
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    expiresAt: z.date().nullable(),
    mode: z.enum(["live", "test"]),
  }),
  ({ doing }, key) => createApiKey(key, (tx) => notified(doing(tx), key.name)),
);

const id = z.number().int();

/** Gives a key a new secret; the one before works until `overlapEnds`, and every administrator hears of it. */
export const renewKey = looseVerb(
  "key_renewed",
  "manage_keys",
  z.object({ id, overlapEnds: z.date() }),
  ({ doing }, { id, overlapEnds }) => rotateApiKey(id, overlapEnds, (tx, name) => notified(doing(tx), name)),
);

/** Stops a key and those below it at once, on every running server. */
export const stopKey = looseVerb("key_stopped", "manage_keys", z.object({ id }), ({ doing }, { id }) =>
  revokeApiKey(id, (tx, name) => recorded(doing(tx), name)),
);

const recorded = ({ audit }: Doing, name: string) => audit({ kind: "api_key", id: name });

async function notified(doing: Doing, name: string) {
  await notifyOfKey(doing.tx, name, doing.now);
  await recorded(doing, name);
}

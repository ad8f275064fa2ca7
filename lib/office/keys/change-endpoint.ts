import { z } from "zod";
import { eventId } from "@/lib/events/schema";
import { deleteEndpoint, makeEndpoint, ping, rotateSecret } from "@/lib/events/webhooks/endpoints";
import { replay } from "@/lib/events/webhooks/replay";
import { type Doing, Refused, verb } from "@/lib/people/verb";
import { AppError } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/uuid";
import { lockedKey } from "./change";

const endpoint = z.string().refine(isUuid, "gone");

/** Makes an endpoint for a key, as the key itself could; returns its secret, which is shown once. */
export const addEndpoint = verb(
  "endpoint_made",
  "manage_keys",
  z.object({ id: z.coerce.number().int(), url: z.string(), events: z.array(z.string()) }),
  async ({ tx, audit }, { id, ...wanted }) => {
    const { name } = await lockedKey(tx, id);
    const { url, secret } = await makeEndpoint(tx, wanted, id).catch((error) => {
      if (error instanceof AppError && error.code === "limit_reached")
        throw new Refused({ code: "endpoints_full" });
      throw error;
    });
    await audit({ kind: "api_key", id: name }, { endpoint: [null, new URL(url).host] });
    return secret;
  },
);

/** Sends a ping, which switches an endpoint on again if it gets through. */
export const pingEndpoint = verb(
  "endpoint_pinged",
  "manage_keys",
  z.object({ endpoint }),
  async (doing, { endpoint }) => {
    await ping(doing.tx, endpoint, await keyOf(doing, endpoint));
  },
);

/** Gives an endpoint another secret, which is returned; for a day both sign. */
export const renewEndpoint = verb(
  "endpoint_renewed",
  "manage_keys",
  z.object({ endpoint }),
  async (doing, { endpoint }) => {
    const { secret } = await rotateSecret(doing.tx, endpoint, await keyOf(doing, endpoint), doing.now);
    return secret;
  },
);

/** Sends events anew, under their own ids: one of them, or all that have not got through. Returns how many. */
export const replayEndpoint = verb(
  "endpoint_replayed",
  "manage_keys",
  z.object({ endpoint, event: eventId.optional() }),
  async (doing, { endpoint, event }) => {
    const key = await keyOf(doing, endpoint);
    const { replayed } = await replay(doing.tx, endpoint, key, { event, since: undefined });
    return replayed;
  },
);

/** Takes an endpoint away, with what was tried. */
export const removeEndpoint = verb(
  "endpoint_removed",
  "manage_keys",
  z.object({ endpoint }),
  async (doing, { endpoint }) => {
    const key = await keyOf(doing, endpoint);
    await deleteEndpoint(endpoint, key, doing.tx);
    return key;
  },
);

/** Whose endpoint it is; leaves the entry of what is done with it. @throws Refused where it has gone */
async function keyOf({ tx, audit }: Doing, id: string): Promise<number> {
  const found = await tx.webhookEndpoint.findUnique({
    where: { id },
    select: { url: true, apiKeyId: true, apiKey: { select: { name: true } } },
  });
  if (!found) throw new Refused({ code: "gone" });
  await audit({ kind: "api_key", id: found.apiKey.name }, { endpoint: [null, new URL(found.url).host] });
  return found.apiKeyId;
}

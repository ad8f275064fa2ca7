import { z } from "zod";
import { numberOf, readCounter } from "@/lib/events/ids";
import { eventId } from "@/lib/events/schema";
import { deleteEndpoint, makeEndpoint, ping, rotateSecret } from "@/lib/events/webhooks/endpoints";
import { replay } from "@/lib/events/webhooks/replay";
import { type Doing, Refused, verb } from "@/lib/people/verb";
import { typedId } from "@/lib/platform/columns";
import { AppError } from "@/lib/platform/errors";
import { isUuid } from "@/lib/platform/uuid";
import { lockedKey } from "./change";

const endpoint = z.string().refine(isUuid, "gone");

/** Makes an endpoint for a key, as the key itself could; returns its secret, which is shown once. */
export const addEndpoint = verb(
  "endpoint_made",
  "manage_keys",
  z.object({ id: typedId, url: z.string(), events: z.array(z.string()) }),
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

/**
 * Gives an endpoint another secret, which is returned; for a day both sign.
 * @throws Refused where that was done since the page showed it: a second one would stop the secret that is in use
 */
export const renewEndpoint = verb(
  "endpoint_renewed",
  "manage_keys",
  z.object({ endpoint, was: z.string() }),
  async (doing, { endpoint, was }) => {
    const key = await keyOf(doing, endpoint);
    const row = await doing.tx.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint } });
    if (shownSecret(row) !== was) throw new Refused({ code: "endpoint_overtaken" });
    const { secret } = await rotateSecret(doing.tx, endpoint, key, doing.now);
    return secret;
  },
);

/** By what a page knows which secret an endpoint has. */
export const shownSecret = ({ previousUntil }: { previousUntil: Date | null }) =>
  previousUntil?.toISOString() ?? "";

/**
 * Sends events anew, under their own ids: one of them, or all that have not got through. Returns how many.
 * @throws Refused where the one was sent since the page showed it
 */
export const replayEndpoint = verb(
  "endpoint_replayed",
  "manage_keys",
  z.object({ endpoint, event: eventId.optional(), was: z.string().optional() }),
  async (doing, { endpoint, event, was }) => {
    const key = await keyOf(doing, endpoint);
    if (event) await refuseSent(doing.tx, endpoint, event, was);
    const { replayed } = await replay(doing.tx, endpoint, key, { event, since: undefined });
    return replayed;
  },
);

async function refuseSent(
  tx: Doing["tx"],
  endpointId: string,
  event: z.output<typeof eventId>,
  was: string | undefined,
) {
  const eventNumber = numberOf(String(event), await readCounter());
  const delivery =
    eventNumber && (await tx.webhookDelivery.findFirst({ where: { endpointId, eventNumber } }));
  if (delivery && delivery.nextAt.toISOString() !== was) throw new Refused({ code: "delivery_overtaken" });
}

/** Takes an endpoint away, with what was tried. */
export const removeEndpoint = verb(
  "endpoint_removed",
  "manage_keys",
  z.object({ endpoint }),
  async (doing, { endpoint }) => {
    const key = await keyOf(doing, endpoint, (host) => [host, null]);
    await deleteEndpoint(endpoint, key, doing.tx);
    return key;
  },
);

/** Whose endpoint it is; leaves the entry of what is done with it. @throws Refused where it has gone */
async function keyOf(
  { tx, audit }: Doing,
  id: string,
  values: (host: string) => [old: string | null, now: string | null] = (host) => [null, host],
): Promise<number> {
  await tx.$queryRaw`select 1 from webhook_endpoints where id = ${id}::uuid for no key update`; // one after the other
  const found = await tx.webhookEndpoint.findUnique({
    where: { id },
    select: { url: true, apiKeyId: true, apiKey: { select: { name: true } } },
  });
  if (!found) throw new Refused({ code: "gone" });
  await audit({ kind: "api_key", id: found.apiKey.name }, { endpoint: values(new URL(found.url).host) });
  return found.apiKeyId;
}

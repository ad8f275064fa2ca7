import { errorFields, logger } from "@/lib/platform/logger";
import { startWorker } from "@/lib/platform/poller";
import { attemptDelivery } from "./attempt";
import { type TrafficClass, MAX_CONNECTIONS } from "./choose";
import { claimDeliveries } from "./claim";

/**
 * Sends webhooks from now on; any number of processes may do so at once.
 * @returns how to stop: what is on its way ends first
 */
export function startWebhookWorker({ timeOutMs }: { timeOutMs?: number } = {}): () => Promise<void> {
  const open = { live: new Set<Promise<void>>(), sandbox: new Set<Promise<void>>() };
  const freeIn = (lane: TrafficClass) => MAX_CONNECTIONS[lane] - open[lane].size;
  const stop = startWorker({
    everyMs: 500,
    failureMessage: "webhooks not sent",
    processDue: async (_, lookSoon) => {
      for (const { id, lane } of await claimDeliveries({ live: freeIn("live"), sandbox: freeIn("sandbox") })) {
        const sent = send(id, timeOutMs).finally(() => {
          open[lane].delete(sent);
          lookSoon();
        });
        open[lane].add(sent);
      }
    },
  });
  return async () => {
    await stop();
    await Promise.all([...open.live, ...open.sandbox]);
  };
}

/** What fails here keeps its claim, and comes back when that ends. */
async function send(deliveryId: string, timeOutMs: number | undefined) {
  try {
    await attemptDelivery(deliveryId, { now: new Date(), timeOutMs });
  } catch (error) {
    logger.error({ deliveryId, error: errorFields(error) }, "webhook not sent");
  }
}

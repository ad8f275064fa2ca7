import { errorFields, logger } from "@/lib/logger";
import { queueDeliveries } from "@/lib/webhooks/queue";
import { numberEvents } from "./number-events";

const LOOK_EVERY_MS = 1_000;

/**
 * Numbers events, and hands them to the webhooks, from now on; any number of processes may do so at once.
 * @returns how to stop: a look that has begun is finished first
 */
export function workOnEvents(): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      await numberEvents(queueDeliveries);
    } catch (error) {
      logger.error({ error: errorFields(error) }, "events not numbered");
    }
    if (!stopped) timer = setTimeout(next, LOOK_EVERY_MS);
  };
  let looking = Promise.resolve();
  const next = () => {
    looking = look();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await looking;
  };
}

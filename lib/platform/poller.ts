import { errorFields, logger } from "@/lib/platform/logger";

type WorkerOptions = {
  everyMs: number;
  /** What is logged when a look fails; the next one comes all the same. */
  failureMessage: string;
  /** `stopped` tells a long look that it shall end early; `lookSoon` has the next one come in a moment, at any time. */
  processDue: (shouldStop: () => boolean, wake: () => void) => Promise<unknown>;
};

/** What calls for a look within a moment is looked at together. */
const SOON_MS = 20;

/**
 * Looks for what is to be done, now and again and again, one look after the other.
 * @returns how to stop: a look that has begun is finished first
 */
export function startWorker({ everyMs, failureMessage, processDue }: WorkerOptions): () => Promise<void> {
  let shouldStop = false;
  let timer: NodeJS.Timeout | undefined;
  let soon = false;
  let looking = Promise.resolve();
  const once = async () => {
    [timer, soon] = [undefined, false];
    try {
      await processDue(() => shouldStop, wake);
    } catch (error) {
      logger.error({ error: errorFields(error) }, failureMessage);
    }
    if (!shouldStop) timer = setTimeout(next, soon ? SOON_MS : everyMs);
  };
  const wake = () => {
    if (soon) return;
    soon = true;
    if (timer === undefined || shouldStop) return; // a look is under way, which is followed by the next one soon
    clearTimeout(timer);
    timer = setTimeout(next, SOON_MS);
  };
  const next = () => {
    looking = once();
  };
  next();
  return async () => {
    shouldStop = true;
    clearTimeout(timer);
    await looking;
  };
}

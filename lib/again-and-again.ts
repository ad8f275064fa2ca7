import { errorFields, logger } from "@/lib/logger";

type Looking = {
  everyMs: number;
  /** What is logged when a look fails; the next one comes all the same. */
  failed: string;
  /** `stopped` tells a long look that it shall end early. */
  look: (stopped: () => boolean) => Promise<unknown>;
};

/**
 * Looks for what is to be done, now and again and again, one look after the other.
 * @returns how to stop: a look that has begun is finished first
 */
export function againAndAgain({ everyMs, failed, look }: Looking): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const once = async () => {
    try {
      await look(() => stopped);
    } catch (error) {
      logger.error({ error: errorFields(error) }, failed);
    }
    if (!stopped) timer = setTimeout(next, everyMs);
  };
  const next = () => {
    looking = once();
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await looking;
  };
}

import { errorFields, logger } from "@/lib/logger";
import { tellDue } from "./tell";

/** How long after its time a decision is told at most, when nothing else goes on. */
const LOOK_EVERY_MS = 5_000;

/**
 * Tells decisions when their time has come; any number of processes may do so at once. There is no
 * job for it: a decision that waits for months is a row, and jobs are dropped after two weeks.
 *
 * @returns how to stop: what is being told is finished first
 */
export function workOnTelling(): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      await tellDue(new Date(), () => stopped);
    } catch (error) {
      logger.error({ error: errorFields(error) }, "decisions not told");
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

import { startWorker } from "@/lib/platform/poller";
import { notifyDue } from "./tell";

/** How long after its time a decision is told at most, when nothing else goes on. */
const LOOK_EVERY_MS = 5_000;

/**
 * Tells decisions when their time has come; any number of processes may do so at once. There is no
 * job for it: a decision that waits for months is a row, and jobs are dropped after two weeks.
 */
export const startNotificationWorker = () =>
  startWorker({
    everyMs: LOOK_EVERY_MS,
    failureMessage: "decisions not told",
    processDue: (stopped) => notifyDue(new Date(), stopped),
  });

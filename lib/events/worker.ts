import { enqueueDeliveries } from "@/lib/events/webhooks/queue";
import { startWorker } from "@/lib/platform/poller";
import { numberEvents } from "./number-events";

/** Numbers events, and hands them to the webhooks, from now on; any number of processes may do so at once. */
export const startEventWorker = () =>
  startWorker({
    everyMs: 1_000,
    failureMessage: "events not numbered",
    processDue: () => numberEvents(enqueueDeliveries),
  });

import { enqueueDeliveries } from "@/lib/events/webhooks/queue";
import { startWorker } from "@/lib/platform/poller";
import { numberEvents } from "./number-events";

/** Numbers events, and hands them to the webhooks, from now on; any number of processes may do so at once. */
export const startEventWorker = () =>
  startWorker({
    everyMs: 1_000,
    failed: "events not numbered",
    look: () => numberEvents(enqueueDeliveries),
  });

import { queueDeliveries } from "@/lib/events/webhooks/queue";
import { startPoller } from "@/lib/platform/poller";
import { numberEvents } from "./number-events";

/** Numbers events, and hands them to the webhooks, from now on; any number of processes may do so at once. */
export const workOnEvents = () =>
  startPoller({
    everyMs: 1_000,
    failed: "events not numbered",
    look: () => numberEvents(queueDeliveries),
  });

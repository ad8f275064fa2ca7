import { queueDeliveries } from "@/lib/events/webhooks/queue";
import { againAndAgain } from "@/lib/platform/again-and-again";
import { numberEvents } from "./number-events";

/** Numbers events, and hands them to the webhooks, from now on; any number of processes may do so at once. */
export const workOnEvents = () =>
  againAndAgain({
    everyMs: 1_000,
    failed: "events not numbered",
    look: () => numberEvents(queueDeliveries),
  });

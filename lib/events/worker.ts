import { againAndAgain } from "@/lib/again-and-again";
import { queueDeliveries } from "@/lib/webhooks/queue";
import { numberEvents } from "./number-events";

/** Numbers events, and hands them to the webhooks, from now on; any number of processes may do so at once. */
export const workOnEvents = () =>
  againAndAgain({
    everyMs: 1_000,
    failed: "events not numbered",
    look: () => numberEvents(queueDeliveries),
  });

import { remindDue } from "@/lib/decisions/questions/remind";
import { startPoller } from "@/lib/platform/poller";
import { askDue } from "./ask-by-mail";
import { lapseDue } from "./lapse";

const LOOK_EVERY_MS = 10_000;

/** Asks whether places are kept, reminds of that and of questions, and writes what silence has lost; any number of processes may do so at once. */
export const workOnAnswers = () =>
  startPoller({
    everyMs: LOOK_EVERY_MS,
    failed: "answers of families not worked off",
    look: async (stopped) => {
      await askDue(new Date());
      await lapseDue(new Date(), stopped);
      await remindDue(new Date());
    },
  });

import { remindDueQuestions } from "@/lib/decisions/questions/remind";
import { startWorker } from "@/lib/platform/poller";
import { sendDueConfirmationRequests } from "./ask-by-mail";
import { withdrawExpired } from "./lapse";

const LOOK_EVERY_MS = 10_000;

/** Asks whether places are kept, reminds of that and of questions, and writes what silence has lost; any number of processes may do so at once. */
export const startConfirmationWorker = () =>
  startWorker({
    everyMs: LOOK_EVERY_MS,
    failureMessage: "answers of families not worked off",
    processDue: async (stopped) => {
      await sendDueConfirmationRequests(new Date());
      await withdrawExpired(new Date(), stopped);
      await remindDueQuestions(new Date());
    },
  });

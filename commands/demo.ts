import { withDatabase } from "@/lib/database/open";
import { env } from "@/lib/env";
import { seedDecisions } from "@/server/demo-decisions";
import { seedFamilies } from "@/server/demo-families";
import { command, commandLine, runThisProcess, say } from "./command-line";

const USAGE = `Fills a school with made-up families, to try the desk with.

  npm run demo -- enrollments COUNT

enrollments enrolls COUNT families (1 to 1000) over the last three weeks, at addresses that cannot
exist, and decides on all but the newest twelve. Refused where e-mails really leave.`;

export const demo = commandLine(USAGE, {
  enrollments: command({
    words: ["COUNT"],
    options: {},
    run: async ([word = ""]) => {
      const count = /^\d{1,4}$/.test(word) ? Number(word) : 0;
      if (count < 1 || count > 1000) throw new Error("COUNT must be a number from 1 to 1000.");
      if (env.MAIL_TRANSPORT !== "mailbox") {
        throw new Error("Here e-mails really leave, so no made-up families are enrolled.");
      }
      const references = await withDatabase(async () => {
        const made = await seedFamilies(count, new Date());
        await seedDecisions(made, new Date());
        return made;
      });
      say(`Enrolled ${references.length} families. The desk shows them.`);
    },
  }),
});

if (import.meta.main) await runThisProcess(demo);

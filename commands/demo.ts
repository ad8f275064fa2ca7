import { removeDemo } from "@/lib/desk/setup/verbs";
import { DomainError } from "@/lib/people/verb";
import { withDatabase } from "@/lib/platform/database/open-database";
import { env } from "@/lib/platform/env";
import { seedDecisions } from "@/server/demo/demo-decisions";
import { seedFamilies } from "@/server/demo/demo-families";
import { seedRound } from "@/server/demo/demo-round";
import { ensureDemoSchool } from "@/server/demo/demo-school";
import { createCommandLine, defineCommand, printLine, rethrowAs, runCommandLine } from "./command-line";

const USAGE = `Creates demo data for trying out the desk.

  npm run demo -- enrollments COUNT
  npm run demo -- round [COUNT]
  npm run demo -- remove [--with-enrollments]

enrollments creates COUNT families (1 to 1000) over the last three weeks, with addresses that cannot exist,
and decides on all but the newest twelve. Refused if e-mails would really be sent.
round creates COUNT families (default 800) and runs a complete admission round with them: points, frozen list,
drawn number, both lists published. It notifies nobody; use the desk for that. Decisions of that school year
that waited for their notification are notified first.
remove deletes the demo school's catalogue permanently, so that you can import your own
(npm run catalogue -- import FILE). Refused while enrollments exist, unless --with-enrollments deletes all of
them, and on an external database, which has no demo school.`;

export const demo = createCommandLine(USAGE, {
  enrollments: defineCommand({
    positionals: ["COUNT"],
    run: async ([word = ""]) => {
      const count = parseCount(word);
      const references = await withDemo(async () => {
        const created = await seedFamilies(count, new Date());
        await seedDecisions(created, new Date());
        return created;
      });
      printLine(`Enrolled ${references.length} families. The desk shows them.`);
    },
  }),
  round: defineCommand({
    positionals: ["[COUNT]"],
    run: async ([word = "800"]) => {
      const count = parseCount(word);
      const { code, accepted } = await withDemo(() =>
        seedRound(() => seedFamilies(count, new Date()), printLine),
      );
      printLine(
        `${accepted} have a place. Published at /admission/${code}; the desk has it under Convocatoria.`,
      );
    },
  }),
  remove: defineCommand({
    options: { "with-enrollments": { type: "boolean" } },
    run: async (_, options) => {
      if (!env.embedded) throw new Error("An external database has no demo school.");
      const enrollments = options["with-enrollments"] ? "all" : "none";
      const remove = () => removeDemo({ sure: "yes", enrollments }, { kind: "command" });
      const count = await withDatabase(remove).catch(rethrowAs(toReadableError));
      printLine(
        `The demo school is gone${count > 0 ? `, and ${count} enrollments with it` : ""}. Import your own.`,
      );
    },
  }),
});

/** Creates the demo school first, in case the command runs before the first start. */
const withDemo = <T>(task: () => Promise<T>): Promise<T> =>
  withDatabase(async () => {
    if (env.embedded) await ensureDemoSchool(printLine);
    return task();
  });

function toReadableError(error: unknown): unknown {
  const [issue] = error instanceof DomainError ? error.issues : [];
  const { years, count } = issue?.values ?? {};
  if (issue?.code === "own_year")
    return new Error(`${years} is not of the demo school. Nothing was removed.`);
  if (issue?.code !== "own_enrollments") return error;
  const subject = count === 1 ? "enrollment is" : "enrollments are";
  return new Error(`${count} ${subject} there. With --with-enrollments they go too, with their people.`);
}

/** @throws Error for an invalid number, or when e-mails would really be sent */
function parseCount(word: string): number {
  const count = /^\d{1,4}$/.test(word) ? Number(word) : 0;
  if (count < 1 || count > 1000) throw new Error("COUNT must be a number from 1 to 1000.");
  if (env.MAIL_TRANSPORT !== "mailbox") {
    throw new Error("This server sends real e-mails, so no demo families are created.");
  }
  return count;
}

if (import.meta.main) await runCommandLine(demo);

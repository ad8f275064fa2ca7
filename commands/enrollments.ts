import { DecisionError, formatDecisionError } from "@/lib/decisions/decision-error";
import { notifyDue, scheduleList } from "@/lib/decisions/notifications/verbs";
import { callNext, readProposedCalls } from "@/lib/decisions/places/verbs";
import { readEnrollmentStatus } from "@/lib/decisions/status";
import { type DecisionInput, decideAndNotify, notifyWhen } from "@/lib/decisions/verbs";
import { stateNames } from "@/lib/enrollment/states";
import { withDatabase } from "@/lib/platform/database/open-database";
import { prisma } from "@/lib/platform/database/prisma";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";
import { SHOWING_USAGE, showing } from "./show-enrollments";

const USAGE = `What families and integrators have sent, and the school's decisions on it.

${SHOWING_USAGE}

  npm run --silent enrollments -- decide REFERENCE ${stateNames.join("|")}
      [--speciality ID] [--syllabus ID] [--reason CODE] [--words TEXT] [--tell held|now|with-the-list]
  npm run --silent enrollments -- call --year N
  npm run --silent enrollments -- tell --year N

accepted without a place takes the family's first choice with a free one; waiting needs one that is named.
rejected and withdrawn need a reason, whose words and TEXT are told to the family. pending puts back and
needs a reason, as do places over a limit and out of turn, with TEXT: there both stay inside.
A decision is told after ten minutes (held, the setting decision_hold_minutes), now, or with the list.
call gives what is free in a school year to those who wait, in the order of their turns, and names them.
tell tells the list of a school year now: everything that was decided with --tell with-the-list.`;

const ACTOR = { kind: "command" } as const;

export const enrollments = createCommandLine(USAGE, {
  ...showing,
  decide: defineCommand({
    words: ["REFERENCE", "STATE"],
    options: {
      speciality: { type: "string" },
      syllabus: { type: "string" },
      reason: { type: "string" },
      words: { type: "string" },
      tell: { type: "string" },
    },
    run: async ([reference = "", state = ""], { speciality, syllabus, reason, words, tell = "held" }) => {
      const input: DecisionInput = {
        reference: reference.trim().toUpperCase(),
        to: parseOption("STATE", state, stateNames),
        specialityId: number("--speciality", speciality),
        syllabusId: number("--syllabus", syllabus),
        reason,
        words,
        tell: parseOption("--tell", tell.replace("with-the-list", "with_list"), notifyWhen),
      };
      await inWords(() => withDatabase(() => decideAndSay(input)));
    },
  }),
  call: defineCommand({
    options: { year: { type: "string" } },
    run: async (_, { year }) => {
      const id = number("--year", year);
      if (id === undefined) throw new Error("--year is missing: the ID of the school year.");
      await withDatabase(() => callAndSay(id));
    },
  }),
  tell: defineCommand({
    options: { year: { type: "string" } },
    run: async (_, { year }) => {
      const id = number("--year", year);
      if (id === undefined) throw new Error("--year is missing: the ID of the school year.");
      await withDatabase(() => tellNow(id));
    },
  }),
});

async function decideAndSay(input: DecisionInput) {
  await decideAndNotify(input, ACTOR, new Date());
  const { decidedState, state, untold } = await readEnrollmentStatus(prisma(), {
    reference: input.reference,
  });
  const when = untold
    ? untold.tellAt
      ? `to be told ${untold.tellAt.toISOString()}`
      : "to be told with the list"
    : `told: ${state}`;
  printLine(`${input.reference} ${decidedState}, ${when}`);
}

async function callAndSay(year: number) {
  const { called, refused } = await callNext({ year, calls: await readProposedCalls(ACTOR, year) }, ACTOR);
  for (const reference of called) printLine(`${reference} accepted`);
  for (const { reference, code } of refused)
    printLine(`${reference} ${formatDecisionError(new DecisionError(code), "en")}`);
  if (called.length + refused.length === 0)
    printLine("Nobody is called: nothing that is free was wished for.");
}

async function tellNow(schoolYearId: number) {
  const year = await prisma().schoolYear.findUnique({ where: { id: schoolYearId }, select: { id: true } });
  if (!year) throw new Error(`There is no school year ${schoolYearId}.`);
  const now = new Date();
  const count = await scheduleList({ year: schoolYearId, at: now }, ACTOR);
  const { failed } = await notifyDue(now);
  printLine(
    `${count} on the list; ${failed === 0 ? "all are told" : `${failed} are tried again by the worker`}.`,
  );
}

async function inWords(work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    throw error instanceof DecisionError ? new Error(formatDecisionError(error, "en")) : error;
  }
}

function parseOption<Word extends string>(name: string, word: string, words: readonly Word[]): Word {
  const found = words.find((known) => known === word);
  if (!found) throw new Error(`${name} is one of ${words.join(", ").replace("with_list", "with-the-list")}.`);
  return found;
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} is the ID of one, a number.`);
  return Number(text);
}

if (import.meta.main) await runCommandLine(enrollments);

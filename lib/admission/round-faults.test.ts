import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { setLimits } from "@/lib/decisions/places/verbs";
import { objectAsFamily } from "@/lib/family/round/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import { aFamily } from "@/test/support/data/families";
import { countLockWaiters, runOutsideTransaction } from "@/test/support/database/locks";
import { createStaffActor, getCurrentYear } from "@/test/support/domain/decisions";
import { killWithTests } from "@/test/support/processes/child-processes";
import { getRunArgs } from "@/test/support/processes/programs";
import { type RoundStep, roundSteps } from "@/test/support/processes/round-step";
import { publishFinal } from "./board/verbs";
import { answerObjection } from "./claims/verbs";
import { enterDrawNumber } from "./draw/verbs";
import { openRound, planRound } from "./plan/verbs";
import { findRound, type Round } from "./round";

// Faults in a round: a killed process, concurrent requests, answers during publication.

const CODE = "2026-faults";
const head = createStaffActor("head");
const heads = [{ ...head, id: randomUUID() } as Actor, { ...head, id: randomUUID() } as Actor] as const;

const round = async () => (await findRound(CODE)) as Round;
const shown = async () => ({ code: CODE, version: (await round()).version });
/** The counts of a round's rows. */
const written = async () => {
  const { state, version, draws, hash } = await round();
  const entries = await prisma().roundEntry.findMany({ select: { drawn: true } });
  return {
    state,
    version,
    hash,
    numbers: draws.map(({ number, confirmedAt }) => [number, confirmedAt !== null]),
    drawn: entries.map(({ drawn }) => drawn),
    steps: await prisma().roundStep.count(),
    decisions: await prisma().decision.count(),
    turns: await prisma().enrollment.count({ where: { turn: { not: null } } }),
    audit: await prisma().auditEntry.count(),
  };
};

const { year, piano } = await getCurrentYear();
await setLimits({ schoolYearId: year, limits: [{ specialityId: piano, syllabusId: null, places: 2 }] }, head);
const families: Awaited<ReturnType<typeof aFamily>>[] = [];
for (let index = 0; index < 4; index++) families.push(await aFamily({ student_speciality_option1: piano }));
await planRound({ round: CODE, year, name: "Convocatoria", criteria: [] }, head);
await openRound(await shown(), head);

/** Runs something while a step waits for the lock of its last rows; its other rows are written. */
async function runWhileLocked(step: () => Promise<unknown>) {
  const holding = await getPool().connect();
  try {
    await holding.query("begin");
    await holding.query("lock table round_steps in exclusive mode");
    await step();
  } finally {
    await holding.query("rollback");
    holding.release();
  }
  await expect.poll(countLockWaiters).toBe(0);
}

/** Kills the process of a step before it ends. */
const runAndKill = (step: RoundStep) =>
  runWhileLocked(async () => {
    const processToKill = killWithTests(
      spawn(process.execPath, [...getRunArgs("test/support/processes/round-step.ts"), step, CODE]),
    );
    const ended = once(processToKill, "exit");
    await expect.poll(countLockWaiters).toBe(1);
    processToKill.kill("SIGKILL");
    await ended;
  });

/** Lets a step wait longer than the lock timeout: the page asks to try again. */
const runWithTimeout = (step: RoundStep) =>
  runWhileLocked(async () => {
    const error = await roundSteps[step](await shown(), heads[0]).catch((error) => error);
    expect([isDatabaseUnavailable(error), isOutcomeUnknown(error)]).toEqual([true, false]);
  });

describe("admission 3 to 6: of each step of a round", () => {
  test.each([
    ["freeze", "frozen"],
    ["draw", "drawn"],
    ["provisional", "provisional"],
    ["final", "final"],
  ] as const)(
    "%s: a timeout or crash saves nothing; of two heads who run it at once one succeeds",
    async (step, state) => {
      if (step === "draw") await enterDrawNumber({ ...(await shown()), number: "048275916" }, head);
      if (step === "final") await objectionWhilePublished();
      const before = await written();
      await runWithTimeout(step);
      expect(await written()).toEqual(before);
      await runAndKill(step);
      expect(await written()).toEqual(before);
      const page = await shown();
      const both = await Promise.allSettled(heads.map((headActor) => roundSteps[step](page, headActor)));
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const [refused] = both.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject({ reason: { issues: [{ code: "round_changed" }] } });
      expect(await written()).toMatchObject({ state, steps: before.steps + 1 });
      if (step !== "final") return;
      expect(await written()).toMatchObject({ decisions: families.length, turns: families.length });
      const [, { first, reference }] = families as [unknown, (typeof families)[number]];
      await expect(objectAsFamily(first, reference, "Falta un punto.", new Date())).rejects.toMatchObject({
        issues: [{ code: "objections_over" }],
      });
    },
  );
});

/** Admission 6: in each order, an objection is answered before the list is final, or is too late. */
async function objectionWhilePublished() {
  const [one] = families as [(typeof families)[number]];
  const page = await shown();
  // A request during publication waits and is then refused.
  const publishing = prisma().$transaction(async (tx) => {
    await publishFinal(page, head, new Date(), tx);
    const late = runOutsideTransaction(() =>
      objectAsFamily(one.first, one.reference, "Falta un punto.", new Date()),
    );
    await expect.poll(countLockWaiters).toBe(1);
    throw Object.assign(new Error("not yet"), { late });
  });
  const { late } = await publishing.catch((error) => error);
  await late; // rolled back: the list is still provisional, and the objection is saved
  const { id: objection } = await prisma().objection.findFirstOrThrow();
  const answer = () => answerObjection({ code: CODE, objection, upheld: false, answer: "No consta." }, head);
  const refused = { issues: [expect.objectContaining({ code: "round_changed" })] };
  const [answered, published] = await Promise.allSettled([answer(), publishFinal(page, heads[0])]);
  expect(answered.status).toBe("fulfilled");
  expect(published).toMatchObject({
    reason: expect.objectContaining({
      issues: [expect.objectContaining({ code: expect.stringMatching(/round_changed|objections_open/) })],
    }),
  });
  await expect(publishFinal(page, head)).rejects.toMatchObject(refused); // the page shows the answer first
  await expect(answer()).rejects.toMatchObject({ issues: [{ code: "objection_answered" }] });
}

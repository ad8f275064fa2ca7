import { beforeEach, expect, test } from "vitest";
import { createApiKey } from "@/lib/api/keys";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { type BulkAction, findBulk, readBulkReport } from "@/lib/desk/bulk/queries";
import { setBulkInput } from "@/lib/desk/bulk/schema";
import { selectEnrollments, startBulk } from "@/lib/desk/bulk/verbs";
import { runBulk } from "@/lib/desk/bulk/worker";
import { readWaitingOverview } from "@/lib/desk/places/queries";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { decideInSandbox } from "@/lib/sandbox/verbs";
import { anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  makeSurnamesDistinct,
  readStatus,
  setLimit,
} from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { notifyDue } from "./notifications/verbs";
import { type DecisionInput, decideAndNotify } from "./verbs";
import { undoDecision } from "./writes";

// Admission 10: a place for which others wait is not free.

const year = await getCurrentYear();
beforeEach(async () => {
  await getPool().query("delete from all_enrollments");
  await getPool().query("delete from places");
});

const [secretary, head] = [createStaffActor("secretary"), createStaffActor("head")];
const now = new Date();
const exception = { reason: "other", words: "The teacher knows her." };
const decideOn = (reference: string, input: Partial<DecisionInput> = {}, actor = secretary) =>
  decideAndNotify({ reference, to: "accepted", ...input }, actor, now);

type Choice = { speciality?: number; syllabus?: number };
const enrollFor = ({ speciality, syllabus }: Choice) =>
  createEnrollment(anAdult({ student_speciality_option1: speciality, student_syllabi_option1: syllabus }));

async function waits({ speciality, syllabus }: Choice): Promise<string> {
  const reference = await enrollFor({ speciality, syllabus });
  await decideOn(reference, { to: "waiting", specialityId: speciality, syllabusId: syllabus });
  return reference;
}

const limit = (
  places: number | null,
  { speciality = null, syllabus = null }: Record<string, number | null>,
) => setLimit({ schoolYearId: year.year, specialityId: speciality, syllabusId: syllabus, places }, head);

test("while as many wait as places are free, only the head accepts a newcomer, with a saved reason", async () => {
  const violin = { speciality: year.violin };
  await limit(3, violin);
  const [first, second] = [await waits(violin), await waits(violin), await waits(violin)];
  const newcomer = await enrollFor(violin);
  for (const input of [{}, { specialityId: year.violin }, exception])
    await expect(decideOn(newcomer, input)).rejects.toThrow("not_the_turn");
  for (const actor of [head, { kind: "command" } as never])
    await expect(decideOn(newcomer, {}, actor)).rejects.toThrow("not_the_turn");
  expect(await readStatus(newcomer)).toMatchObject({ decidedState: "pending" });

  await expect(decideOn(second)).rejects.toThrow("not_the_turn");
  for (const reference of [first, second]) await decideOn(reference);
  await decideOn(newcomer, exception, head);
  const [entry] = await prisma().auditEntry.findMany({
    where: { objectId: newcomer, action: "decided" },
    select: {
      values: { where: { name: { in: ["exceptions", "internal_reason"] } }, orderBy: { name: "asc" } },
    },
  });
  expect(entry?.values.map((value) => value.new)).toEqual(["not_the_turn", exception.words]);
});

test("with six free places and two waiting, four are open, for one decision and in bulk; the others are named", async () => {
  const violin = { speciality: year.violin };
  await limit(6, violin);
  for (const _ of [1, 2]) await waits(violin);
  await decideOn(await enrollFor(violin));
  const newcomers = [];
  for (const _ of [1, 2, 3, 4]) newcomers.push(await enrollFor(violin));
  await makeSurnamesDistinct(newcomers);
  const { actor } = await aMember("secretary");
  const id = (await selectEnrollments({ references: newcomers }, actor)) as string;
  await setBulkInput({ bulk: id, kind: "accepted" }, actor);
  const bulk = (await findBulk(actor, id)) as BulkAction;
  const preview = await previewBulk(actor, bulk);
  const untouched = await Promise.all(newcomers.map(readStatus));
  expect(untouched.map(({ decidedState, version }) => [decidedState, version])).toEqual(
    newcomers.map(() => ["pending", 0]),
  );
  await startBulk({ bulk: bulk.id, version: bulk.version, typed: "" }, actor, now);
  await runBulk(id);
  const { done, skipped } = await readBulkReport(actor, (await findBulk(actor, id)) as BulkAction);
  expect([done, skipped]).toMatchObject([3, [{ reference: newcomers[3], code: "not_the_turn" }]]);
  expect([preview.changes, preview.cannot]).toEqual([done, skipped]);
});

test("44.9: without a limit nobody is out of turn", async () => {
  const violin = { speciality: year.violin };
  const [, second] = [await waits(violin), await waits(violin)];
  await decideOn(second);
  await decideOn(await enrollFor(violin));
});

test("waiting for a speciality in a syllabus is waiting for the speciality's places, unless the syllabus is full", async () => {
  const { violin, syllabus } = year;
  await limit(1, { speciality: violin });
  const both = await waits({ speciality: violin, syllabus });
  const newcomer = await enrollFor({ speciality: violin });
  await expect(decideOn(newcomer)).rejects.toThrow("not_the_turn");
  await limit(0, { syllabus });
  await expect(decideOn(both)).rejects.toThrow("no_place");
  await decideOn(newcomer);
});

test("waiting for a syllabus with any speciality comes before a newcomer for a limited speciality in it", async () => {
  const { violin, syllabus } = year;
  await limit(1, { speciality: violin });
  await waits({ syllabus });
  await expect(decideOn(await enrollFor({ speciality: violin, syllabus }))).rejects.toThrow("not_the_turn");
  await decideOn(await enrollFor({ speciality: violin }));
});

test("admission 11: a student who waits for the first choice is called for the others too, before newcomers and later choices", async () => {
  const { violin, viola } = year;
  const both = { student_speciality_option1: violin, student_speciality_option2: viola };
  await limit(0, { speciality: violin });
  await limit(1, { speciality: viola });
  const [first, second] = [await createEnrollment(anAdult(both)), await createEnrollment(anAdult(both))];
  for (const reference of [first, second]) await decideOn(reference, { to: "waiting", specialityId: violin });
  await expect(decideOn(await enrollFor({ speciality: viola }))).rejects.toThrow("not_the_turn");
  await expect(decideOn(second, { specialityId: viola })).rejects.toThrow("not_the_turn");
  await decideOn(first, { specialityId: viola });
});

test("admission 13, desk 22: a student who gave up a turn comes last once the family is notified", async () => {
  const violin = { speciality: year.violin };
  await limit(3, violin);
  const [first, second] = [await waits(violin), await waits(violin)];
  await decideOn(first, { to: "withdrawn", reason: "family" });
  await undoDecision({ reference: first }, secretary, now); // nobody was notified
  await expect(decideOn(second)).rejects.toThrow("not_the_turn");
  await notifyDue(new Date(now.getTime() + 3_600_000));
  await decideOn(first, { to: "withdrawn", reason: "family", tell: "now" });
  await decideOn(first, { to: "pending" });
  await decideOn(first, { to: "waiting", specialityId: year.violin });
  await expect(decideOn(first)).rejects.toThrow("not_the_turn");
  await decideOn(second);
});

test("no role is offered the next student of a list before one on another list under the same limit", async () => {
  const { violin, syllabus } = year;
  await limit(1, { speciality: violin });
  const first = await waits({ speciality: violin });
  const second = await waits({ speciality: violin, syllabus });
  const next = async () =>
    (await readWaitingOverview(head, year.year)).lists.map(
      ({ free, next, blocker: blockerCode, syllabusId }) => [
        syllabusId,
        free,
        next?.reference ?? blockerCode,
      ],
    );
  expect(new Set(await next())).toEqual(
    new Set([
      [null, 1, first],
      [syllabus, 1, "not_the_turn"],
    ]),
  );
  await expect(decideOn(second)).rejects.toThrow("not_the_turn");
  await decideOn(first);
  expect(await next()).toEqual([[syllabus, 0, "no_place"]]);
  await limit(2, { speciality: violin });
  expect(await next()).toEqual([[syllabus, 1, second]]);
  await decideOn(second);
});

test("the proposed place is none that others wait for", async () => {
  const { violin, viola } = year;
  await limit(2, { speciality: violin });
  for (const _ of [1, 2]) await waits({ speciality: violin });
  const reference = await createEnrollment(
    anAdult({ student_speciality_option1: violin, student_speciality_option2: viola }),
  );
  await decideOn(reference);
  expect(await readStatus(reference)).toMatchObject({ assignedSpecialityId: viola });
});

test("in a sandbox its own students wait; a newcomer before them needs a reason and a text", async () => {
  const violin = { speciality: year.violin };
  await limit(1, violin);
  await waits(violin);
  await createApiKey({ name: "trial", scopes: [], expiresAt: null, mode: "test" });
  const { id: sandboxId } = await prisma().apiKey.findFirstOrThrow({ where: { name: "trial" } });
  await withSandbox({ sandboxId }, async () => {
    const origin = { source: "api", apiKeyId: sandboxId, locale: "es" } as const;
    const enrollForViolin = async () =>
      (
        await enroll(
          [{ kind: "adult", submitted: anAdult({ student_speciality_option1: year.violin }) }],
          origin,
        )
      ).reference;
    const [first, waiting, newcomer] = [
      await enrollForViolin(),
      await enrollForViolin(),
      await enrollForViolin(),
    ];
    await decideInSandbox(first, { state: "accepted" }); // students who wait in the school do not count in a sandbox
    await decideInSandbox(first, { state: "withdrawn" });
    await decideInSandbox(waiting, { state: "waiting", speciality_id: year.violin });
    await expect(decideInSandbox(newcomer, { state: "accepted" })).rejects.toMatchObject({
      issues: [{ field: "words", code: "required" }],
    });
    await decideInSandbox(newcomer, { state: "accepted", words: exception.words });
  });
});

test("of two concurrent newcomers for the one place that nobody waits for, one gets it", async () => {
  const violin = { speciality: year.violin };
  await limit(2, violin);
  await waits(violin);
  const both = await Promise.all([enrollFor(violin), enrollFor(violin)]);
  const outcomes = await Promise.allSettled(both.map((reference) => decideOn(reference)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

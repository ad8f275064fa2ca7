import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { expect, test } from "vitest";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { type BulkAction, findBulk, purgeInputs, readBulkReport } from "@/lib/desk/bulk/queries";
import { type BulkKind, includeDuplicate, setBulkInput } from "@/lib/desk/bulk/schema";
import { purgeBulk, type Selection, selectEnrollments, startBulk, undoBulk } from "@/lib/desk/bulk/verbs";
import { runBulk } from "@/lib/desk/bulk/worker";
import { retireLabel } from "@/lib/desk/labels/verbs";
import { readFilterOptions } from "@/lib/desk/list/queries";
import type { MailData } from "@/lib/mail/schema";
import { PermissionError } from "@/lib/people/staff/permissions";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { startJobQueue } from "@/server/jobs/job-queue";
import { startQueue } from "@/server/jobs/workers";
import { aMinor, anAdult, yearsAgo } from "@/test/support/data/factories";
import { createSiblings } from "@/test/support/data/families";
import {
  createStaffActor,
  createEnrollment as enroll,
  getCurrentYear,
  makeSurnamesDistinct,
  readNotifications,
  readStatus,
  setLimit,
} from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { expireWorkers, startWorker, superviseJobs } from "@/test/support/servers/worker";

const year = await getCurrentYear();
const secretary = (await aMember("secretary")).actor;

const now = new Date();
const readBulk = async (id: string) => (await findBulk(secretary, id)) as BulkAction;

type Typed = Omit<Parameters<typeof setBulkInput>[0], "bulk" | "kind">;

async function selectBulk(selection: Selection, kind: BulkKind, input: Typed = {}) {
  const id = (await selectEnrollments(selection, secretary)) as string;
  await setBulkInput({ bulk: id, kind, ...input }, secretary);
  return readBulk(id);
}

/** Starts a bulk action like its page, and runs it like the worker. */
async function run(bulk: BulkAction) {
  const typedCount = bulk.count > 50 ? String(bulk.count) : undefined; // only then the page asks for it
  await startBulk({ bulk: bulk.id, version: bulk.version, typed: typedCount }, secretary, now);
  expect(await runBulk(bulk.id)).toBe(true);
  return readBulkReport(secretary, await readBulk(bulk.id));
}

/** An enrollment without possible duplicates, unless the name is set. */
async function enrolled(body: Parameters<typeof enroll>[0] = anAdult()) {
  const reference = await enroll(body);
  if (body.student_surname !== "Doble") await makeSurnamesDistinct([reference]);
  return reference;
}

const applyFor = (...specialities: number[]) =>
  enrolled(
    anAdult({ student_speciality_option1: specialities[0], student_speciality_option2: specialities[1] }),
  );

test("desk 24: first choices are accepted while places last, row by row as previewed; each skipped row has a reason", async () => {
  const { piano, violin, viola } = year;
  for (const [specialityId, places] of [
    [piano, 2],
    [violin, 1],
  ] as const)
    await setLimit(
      { schoolYearId: year.year, specialityId, syllabusId: null, places },
      createStaffActor("head"),
    );
  const references: string[] = [];
  const wishes = [[piano, violin], [piano], [piano, violin], [piano, violin], [], [viola]];
  for (const choices of wishes) references.push(await applyFor(...choices));
  const minor = await enrolled(aMinor({ student_speciality_option1: viola }));
  const [rejected, changed] = [await applyFor(viola), await applyFor(viola)];
  await decideAndNotify({ reference: rejected, to: "rejected", reason: "age", tell: "now" }, secretary, now);
  const all = [...references, minor, rejected, changed];

  const bulk = await selectBulk({ references: [...all, "NOBODYS1", "'; drop"] }, "accepted");
  expect(bulk.count).toBe(all.length); // unknown references are left out
  await decideAndNotify({ reference: changed, to: "accepted" }, secretary, now);

  const preview = await previewBulk(secretary, bulk);
  expect(preview).toMatchObject({ changes: 5, mails: 5, sample: { locale: "es" } });
  const placeCounts = preview.places.map(({ occupied, added, limit }) => [occupied, added, limit]);
  expect(placeCounts.sort(), "the two with a limit, full by this").toEqual([
    [0, 1, 1],
    [0, 2, 2],
  ]);
  const report = await run(bulk);
  const rows = preview.table.rows.map(async ({ reference, specialityId, place, languages }) => {
    expect([place !== "", languages]).toEqual([true, ["es"]]);
    return [(await readStatus(reference)).assignedSpecialityId, specialityId];
  });
  for (const [assigned, shown] of await Promise.all(rows))
    expect(assigned, "as the table showed").toBe(shown);
  const counts = preview.table.instruments.map(({ count }) => count);
  expect([counts.length, counts.reduce((sum, count) => sum + count)]).toEqual([3, preview.changes]);
  expect(report).toMatchObject({ total: 9, settled: 9, done: preview.changes });
  expect(report.skipped).toEqual(preview.cannot);
  expect(report.skipped.map(({ code, reference }) => [all.indexOf(reference), code])).toEqual([
    [3, "no_place"],
    [4, "place_missing"],
    [7, "not_allowed"],
    [8, "changed_meanwhile"],
  ]);
  const places = await Promise.all(all.map(readStatus));
  expect(places.map(({ assignedSpecialityId }) => assignedSpecialityId)).toEqual([
    piano,
    piano,
    violin,
    null,
    null,
    viola,
    viola,
    null,
    viola,
  ]);
  // Announced together, in the number that the page had shown.
  const before = (await Promise.all(references.map(readNotifications))).flat().length;
  expect(before).toBe(0);
  await notifyDue(new Date(now.getTime() + 3_600_000));
  expect((await Promise.all([...references, minor].map(readNotifications))).flat()).toHaveLength(
    preview.mails,
  );
  for (const specialityId of [piano, violin])
    await setLimit(
      { schoolYearId: year.year, specialityId, syllabusId: null, places: null },
      createStaffActor("head"),
    );
});

test("desk 24, 39: preview and worker skip possible duplicates until one is included", async () => {
  const child = { student_name: "Núria", student_surname: "Doble", student_birth_date: yearsAgo(8) };
  const wish = { student_speciality_option1: year.viola };
  const mother = await enrolled(aMinor({ ...child, ...wish }));
  const father = await enrolled(aMinor({ ...child, ...wish, student_name: "NURIA" }));
  const twin = await enrolled(aMinor({ ...child, ...wish, student_name: "Aina" }));
  const references = [mother, father, twin];
  const codes = (rows: { code: string; reference: string }[]) =>
    rows.map(({ code, reference }) => [references.indexOf(reference), code]);

  const bulk = await selectBulk({ references }, "accepted");
  const preview = await previewBulk(secretary, bulk);
  expect([preview.changes, codes(preview.cannot)]).toEqual([
    1,
    [
      [0, "possible_duplicate"],
      [1, "possible_duplicate"],
    ],
  ]);
  await includeDuplicate({ bulk: bulk.id, reference: mother }, secretary);
  await expect(includeDuplicate({ bulk: bulk.id, reference: "NOBODYS1" }, secretary)).rejects.toThrow(
    "bulk_gone",
  );
  await expect(startBulk({ bulk: bulk.id, version: bulk.version }, secretary, now)).rejects.toThrow(
    "bulk_begun",
  );
  const report = await run(await readBulk(bulk.id));
  expect([report.done, codes(report.skipped)]).toEqual([2, [[1, "possible_duplicate"]]]);
  expect((await readStatus(father)).decidedState).toBe("pending");

  // A duplicate sent after the preview is not accepted either.
  const first = await enrolled(aMinor({ ...child, ...wish, student_name: "Laia" }));
  const late = await selectBulk({ references: [first] }, "accepted");
  expect((await previewBulk(secretary, late)).changes).toBe(1);
  await enrolled(aMinor({ ...child, ...wish, student_name: "LAIA" }));
  expect((await run(late)).skipped).toMatchObject([{ code: "possible_duplicate" }]);
  // Rejecting both duplicates is allowed.
  const rejecting = await selectBulk({ references: [father, first] }, "rejected", { reason: "age" });
  expect((await previewBulk(secretary, rejecting)).changes).toBe(2);
});

test("desk 18, 22: from a waiting list the first gets the place, as previewed, in the order of the list", async () => {
  const { violin } = year;
  const limit = (places: number | null) =>
    setLimit(
      { schoolYearId: year.year, specialityId: violin, syllabusId: null, places },
      createStaffActor("head"),
    );
  await limit(99);
  const [early, late, last] = [await applyFor(violin), await applyFor(violin), await applyFor(violin)];
  for (const reference of [early, late, last])
    await decideAndNotify({ reference, to: "waiting", specialityId: violin, tell: "now" }, secretary, now);
  await prisma().enrollment.update({ where: { reference: late }, data: { turn: 5 } });
  const bulk = await selectBulk({ references: [early, late] }, "accepted");
  const preview = await previewBulk(secretary, bulk);
  const report = await run(bulk);
  expect([preview.changes, preview.cannot]).toEqual([report.done, report.skipped]);
  expect(report.skipped).toMatchObject([{ reference: early, code: "not_the_turn" }]);
  const next = await selectBulk({ references: [early, last] }, "accepted");
  expect(await previewBulk(secretary, next)).toMatchObject({ changes: 2, cannot: [], cannotInAll: 0 });
  expect((await run(next)).done).toBe(2);
  await limit(null);
});

test("desk 24: one undo reverts what is unannounced, and names what was announced or decided again", async () => {
  const references = await Promise.all([1, 2, 3].map(() => applyFor(year.viola)));
  const [first, notified, decidedAgain] = references as [string, string, string];
  const bulk = await selectBulk({ references }, "rejected", { reason: "no_place", words: " Hasta pronto. " });
  expect((await run(bulk)).done).toBe(3);
  await prisma().decision.updateMany({
    where: { enrollment: { reference: notified } },
    data: { tellAt: now },
  });
  await notifyDue(new Date());
  await decideAndNotify({ reference: decidedAgain, to: "pending", reason: "family" }, secretary, now);

  const both = await Promise.allSettled([1, 2].map(() => undoBulk({ bulk: bulk.id }, secretary)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await purgeInputs(new Date(), bulk.id)).toBe(0);
  expect((await readBulk(bulk.id)).input).toMatchObject({ words: "Hasta pronto." });
  await runBulk(bulk.id);
  expect((await readBulk(bulk.id)).input).toEqual({ tell: "held" }); // the texts are deleted
  const report = await readBulkReport(secretary, await readBulk(bulk.id));
  expect(report).toMatchObject({ total: 3, done: 1, undoable: false });
  expect(report.skipped.map(({ reference, code }) => [reference, code]).sort()).toEqual(
    [
      [notified, "nothing_to_undo"],
      [decidedAgain, "nothing_to_undo"],
    ].sort(),
  );
  const states = await Promise.all([first, notified, decidedAgain].map(readStatus));
  expect(states.map(({ decidedState }) => decidedState)).toEqual(["pending", "rejected", "pending"]);
  expect(await readNotifications(notified)).toMatchObject([
    { kind: "rejected", tells: { words: "Hasta pronto." } },
  ]);
});

test("a bulk text is deleted when the last row is announced, a label after a month", async () => {
  const references = await Promise.all([1, 2].map(() => applyFor(year.viola)));
  const rejected = await selectBulk({ references }, "rejected", {
    reason: "no_place",
    internalReason: "Ya avisé.",
  });
  const labelled = await selectBulk({ references }, "label", { label: "Coro" });
  for (const bulk of [rejected, labelled]) expect(await run(bulk)).toMatchObject({ undoable: true });
  const untold = { enrollment: { reference: { in: references } }, status: "untold" } as const;
  await prisma().decision.updateMany({ where: untold, data: { tellAt: now } });
  await notifyDue(new Date());
  expect(await purgeInputs(new Date(), rejected.id)).toBe(1);
  expect((await readBulk(rejected.id)).input).toEqual({ tell: "held" });
  await expect(undoBulk({ bulk: rejected.id }, secretary)).rejects.toThrow("bulk_begun");
  expect(await purgeInputs(new Date(Date.now() + 31 * 24 * 3600 * 1000), labelled.id)).toBe(1);
  await expect(undoBulk({ bulk: labelled.id }, secretary)).rejects.toThrow("bulk_begun");
});

test("desk 24: a selection of all matches is fixed with its filter; a label is added to all and removed", async () => {
  const references = await Promise.all([1, 2].map(() => enrolled(anAdult({ student_surname: "Bulkson" }))));
  const label = { filters: {}, words: "bulkson" };
  const bulk = await selectBulk(label, "label", { label: " Beca  2027 " });
  const late = await enrolled(anAdult({ student_surname: "Bulkson" }));
  expect(bulk.count).toBe(2);
  expect(await run(bulk)).toMatchObject({ done: 2, skipped: [] });
  const labels = async () => (await readFilterOptions(secretary, undefined)).labels.map(({ name }) => name);
  expect(await labels()).toContain("Beca 2027");
  const secondBulk = await selectBulk({ references: [...references, late] }, "label", { label: "beca 2027" });
  expect(await previewBulk(secretary, secondBulk)).toMatchObject({ changes: 1, mails: 0, sample: undefined });
  expect((await run(secondBulk)).skipped.map(({ code }) => code)).toEqual(["had_it", "had_it"]);
  for (const current of [secondBulk, bulk]) {
    await undoBulk({ bulk: current.id }, secretary);
    await runBulk(current.id);
  }
  expect(await labels()).not.toContain("Beca 2027");
});

test("desk 24, 42: a retired label is refused at the form; one retired afterwards leaves the rows out with the reason", async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => enrolled()));
  const label = { label: "Banda" };
  await run(await selectBulk({ references: [first as string] }, "label", label));
  const bulk = await selectBulk({ references: others }, "label", label);
  const { id } = await prisma().label.findFirstOrThrow({ where: { name: "Banda" } });
  await retireLabel({ id, retired: "yes" }, secretary);
  const again = { bulk: bulk.id, kind: "label", label: "banda" } as const;
  await expect(setBulkInput(again, secretary)).rejects.toMatchObject({
    issues: [{ field: "label", code: "retired" }],
  });
  const { done, skipped } = await run(bulk);
  expect([done, ...skipped.map(({ code }) => code)]).toEqual([0, "retired", "retired"]);
  expect(await prisma().enrollmentLabel.count({ where: { labelId: id } })).toBe(1);
});

test("desk 24: undelivered mails are sent again once; bouncing addresses are listed", async () => {
  const references = await Promise.all([1, 2, 3].map(() => enrolled()));
  const [failed, bounced, unchanged] = references as [string, string, string];
  const messagesOf = (reference: string) => ({ where: { enrollment: { reference } } });
  for (const reference of [failed, bounced])
    await prisma().mailMessage.updateMany({ ...messagesOf(reference), data: { state: "failed" } });
  const { student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: bounced },
    select: { student: true },
  });
  await prisma().mailSuppression.create({ data: { emailKey: student.emailKey, reason: "bounced" } });
  const bulk = await selectBulk({ references }, "resend");
  const preview = await previewBulk(secretary, bulk);
  expect(preview).toMatchObject({ changes: 1, mails: 1 });
  const report = await run(bulk);
  expect(report.skipped).toEqual(preview.cannot);
  expect(new Map(report.skipped.map(({ reference, code }) => [reference, code]))).toEqual(
    new Map([
      [bounced, "bounces"],
      [unchanged, "nothing_to_resend"],
    ]),
  );
  expect(await prisma().mailMessage.count(messagesOf(failed))).toBe(2);
  await expect(undoBulk({ bulk: bulk.id }, secretary)).rejects.toThrow("bulk_begun");
});

test("desk 24: the preview does not count a mail to an address that bounces", async () => {
  const references = [await applyFor(year.viola), await applyFor(year.viola)];
  const { student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: references[0] },
    select: { student: true },
  });
  await prisma().mailSuppression.create({ data: { emailKey: student.emailKey, reason: "bounced" } });
  const bulk = await selectBulk({ references }, "waiting");
  expect(await previewBulk(secretary, bulk)).toMatchObject({
    ...{ changes: 2, mails: 1 },
    table: { undeliverable: 1, rows: [{ reference: references[0], problem: "bounces" }, {}] },
  });
});

test("desk 24: students wait for their first choice; a named list takes all of them", async () => {
  const references = [await applyFor(year.viola), await enrolled()];
  const each = await selectBulk({ references }, "waiting");
  expect((await previewBulk(secretary, each)).cannot).toMatchObject([{ code: "list_missing" }]);
  expect((await run(each)).skipped).toMatchObject([{ reference: references[1], code: "list_missing" }]);
  const named = await selectBulk({ references: references.slice(1) }, "waiting", {
    specialityId: year.violin,
  });
  await run(named);
  const statuses = await Promise.all(references.map(readStatus));
  expect(statuses).toMatchObject([
    { decidedState: "waiting", assignedSpecialityId: year.viola },
    { decidedState: "waiting", assignedSpecialityId: year.violin },
  ]);
});

test("desk 24: a posted field that the form does not have is ignored", async () => {
  const reference = await applyFor(year.viola);
  const extraInput = { specialityId: year.violin, reason: "other", words: "Contra el límite." };
  const bulk = await selectBulk({ references: [reference] }, "accepted", extraInput);
  expect(bulk.input).toEqual({ tell: "held" });
  await run(bulk);
  expect(await readStatus(reference)).toMatchObject({ assignedSpecialityId: year.viola });
});

test("desk 24: above fifty the number is typed; of two clerks one starts the action; an outdated page starts nothing", async () => {
  const references = await Promise.all(Array.from({ length: 51 }, () => enrolled()));
  const bulk = await selectBulk({ references }, "label", { label: "Cincuenta" });
  const start = (typed: string, version = bulk.version) =>
    startBulk({ bulk: bulk.id, version, typed }, secretary, now);
  const wrong = { issues: [{ field: "typed", code: "count_wrong", values: { count: "51" } }] };
  for (const typed of ["", "50", "51.0", "all"]) await expect(start(typed)).rejects.toMatchObject(wrong);
  await expect(start("51", bulk.version - 1)).rejects.toThrow("bulk_begun");
  const both = await Promise.allSettled([start("51"), start(" 51 ")]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await setBulkInput({ bulk: bulk.id, kind: "label", label: "Other" }, secretary); // too late: a started action keeps its input
  await Promise.all([runBulk(bulk.id), runBulk(bulk.id)]);
  expect(await readBulkReport(secretary, await readBulk(bulk.id))).toMatchObject({ done: 51, skipped: [] });
  const entries = { action: "labelled", objectId: { in: references } };
  expect(await prisma().auditEntry.count({ where: entries })).toBe(51);
  const { rows } = await getPool().query(
    "select count(*)::int as jobs from pgboss.job where name = 'bulk' and data ->> 'bulkId' = $1",
    [bulk.id],
  );
  expect(rows).toEqual([{ jobs: 1 }]);
});

test("desk 24: the number to type counts the changes; skipped rows are selected together", async () => {
  const [labelled, others] = [[await enrolled()], [] as string[]];
  while (others.length < 51) others.push(await enrolled());
  await run(await selectBulk({ references: labelled }, "label", { label: "Ya" }));
  const bulk = await selectBulk({ references: [...labelled, ...others] }, "label", { label: "Ya" });
  const start = (typed: string) => startBulk({ bulk: bulk.id, version: bulk.version, typed }, secretary, now);
  await expect(start("52")).rejects.toMatchObject({ issues: [{ values: { count: "51" } }] });
  expect(await selectEnrollments({ leftOutOf: bulk.id }, secretary)).toBeUndefined();
  await start("51");
  await runBulk(bulk.id);
  const secondBulk = await selectBulk({ leftOutOf: bulk.id }, "label", { label: "Otra" });
  expect(await run(secondBulk)).toMatchObject({ total: 1, done: 1 });
  expect(await prisma().enrollmentLabel.count({ where: { enrollment: { reference: labelled[0] } } })).toBe(2);
  for (const nobody of ["", "x", randomUUID()])
    expect(await selectEnrollments({ leftOutOf: nobody }, secretary)).toBeUndefined();
});

test("desk 24: nothing more is decided once the permission has ended", async () => {
  const { id, actor } = await aMember("secretary");
  const reference = await applyFor(year.viola);
  const bulkId = (await selectEnrollments({ references: [reference] }, actor)) as string;
  await setBulkInput({ bulk: bulkId, kind: "accepted" }, actor);
  await startBulk({ bulk: bulkId, version: 1, typed: "" }, actor, now);
  await prisma().staffMember.update({ where: { id }, data: { role: "reader" } });
  await runBulk(bulkId);
  const { skipped } = await readBulkReport(secretary, await readBulk(bulkId));
  expect(skipped).toMatchObject([{ reference, code: "no_right" }]);
  await expect(selectEnrollments({ references: [reference] }, createStaffActor("reader"))).rejects.toThrow(
    PermissionError,
  );
});

test("a selection that is never started is deleted after a day", async () => {
  const id = (await selectEnrollments({ references: [await enrolled()] }, secretary)) as string;
  expect(await selectEnrollments({ references: [] }, secretary)).toBeUndefined();
  await purgeBulk(now);
  expect(await findBulk(secretary, id)).toBeDefined();
  await purgeBulk(new Date(Date.now() + 25 * 3_600_000));
  expect(await findBulk(secretary, id)).toBeUndefined();
});

test("desk 24, 38: after kill -9 during 60 rows or a group mail, nothing is done twice or lost, and the report is complete", async () => {
  const references: string[] = [];
  while (references.length < 60) references.push(await applyFor(year.viola));
  const bulk = await selectBulk({ references }, "accepted", { tell: "with_list" });
  const settled = async () => (await readBulkReport(secretary, await readBulk(bulk.id))).settled;

  // The second half is locked, so that the process is killed in the middle on any machine.
  const holding = await getPool().connect();
  await holding.query("begin");
  await holding.query("select from bulk_rows where bulk_id = $1 and position > 30 for update", [bulk.id]);
  let worker = await startWorker();
  await startBulk({ bulk: bulk.id, version: bulk.version, typed: "60" }, secretary, new Date());
  await expect.poll(settled).toBeGreaterThan(0);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await holding.query("rollback");
  holding.release();
  expect(await settled()).toBeLessThan(60);

  await expireWorkers();
  worker = await startWorker();
  await superviseJobs();
  const status = async () => (await readBulk(bulk.id)).status;
  await expect.poll(status, { interval: 200 }).toBe("done");
  await killWhileWriting(worker);
  expect(await readBulkReport(secretary, await readBulk(bulk.id))).toMatchObject({
    total: 60,
    done: 60,
    skipped: [],
  });
  const decisions = await prisma().decision.groupBy({
    by: ["status", "toState"],
    where: { enrollment: { reference: { in: references } } },
    _count: true,
  });
  expect(decisions).toEqual([{ status: "untold", toState: "accepted", _count: 60 }]);
  const entries = { action: "decided", objectId: { in: references } };
  expect(await prisma().auditEntry.count({ where: entries })).toBe(60);
});

test("desk 24: a bulk action that is stopped between two rows is retried", async () => {
  const bulk = await selectBulk({ references: [await applyFor(year.viola)] }, "accepted", {
    tell: "with_list",
  });
  await startBulk({ bulk: bulk.id, version: bulk.version }, secretary, new Date());
  const boss = await startJobQueue();
  await startQueue(boss, "bulk", AbortSignal.abort());
  const job = "select state from pgboss.job where name = 'bulk' and data ->> 'bulkId' = $1";
  await expect.poll(async () => (await getPool().query(job, [bulk.id])).rows).toEqual([{ state: "retry" }]);
  await boss.stop({ graceful: true });
  expect((await readBulk(bulk.id)).status).toBe("working");
});

test("desk 21, 24: preview and worker validate alike, also a reason that was retired meanwhile", async () => {
  const references = await Promise.all([1, 2].map(() => applyFor(year.viola)));
  const bulk = await selectBulk({ references }, "rejected", { reason: "incomplete" });
  expect((await previewBulk(secretary, bulk)).changes).toBe(2);
  const { id: _, ...reason } = await prisma().reason.findFirstOrThrow({ where: { code: "incomplete" } });
  await prisma().reason.create({ data: { ...reason, version: 2, offeredFor: [] } });
  const preview = await previewBulk(secretary, bulk);
  expect(preview).toMatchObject({ changes: 0, mails: 0, cannot: [{ code: "reason_unknown" }, {}] });
  const report = await run(bulk);
  expect(report.skipped).toEqual(preview.cannot);
  await prisma().reason.create({ data: { ...reason, version: 3 } });
});

/** Each guardian of two children gets one mail about both, although the worker ends between the two. */
async function killWhileWriting(worker: ChildProcess) {
  const families = [await createSiblings(), await createSiblings(), await createSiblings()];
  const references = families.flatMap((family) => family.references);
  const bulk = await selectBulk({ references }, "write", {
    subject_es: "Aviso",
    text_es: "Mañana no hay clase.",
  });
  const report = async () => readBulkReport(secretary, await readBulk(bulk.id));
  const holding = await getPool().connect();
  await holding.query("begin");
  await holding.query("select from bulk_rows where bulk_id = $1 and position > 3 for update", [bulk.id]);
  await startBulk({ bulk: bulk.id, version: bulk.version }, secretary, new Date());
  await expect.poll(async () => (await report()).settled).toBe(3);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await holding.query("rollback");
  holding.release();
  await Promise.all([runBulk(bulk.id), runBulk(bulk.id)]);
  expect(await report()).toMatchObject({ total: 6, done: 6 });
  const mails = await prisma().mailMessage.findMany({
    where: { kind: "group_message", enrollment: { reference: { in: references } } },
    select: { tells: true, person: { select: { email: true } } },
  });
  const about = mails.map(({ tells, person }) => [person.email, (tells as MailData).references?.toSorted()]);
  expect(new Map(about as [string, string[]][])).toEqual(
    new Map(families.map((family) => [family.first, family.references.toSorted()])),
  );
  expect(mails).toHaveLength(3);
}

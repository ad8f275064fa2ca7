import { expect, test } from "vitest";
import { fillSchool } from "@/bench/support/fill-school";
import { Prisma } from "@/generated/prisma/client";
import { readRanks } from "@/lib/decisions/queries";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { findBulk, readBulkReport } from "@/lib/desk/bulk/queries";
import { setBulkInput } from "@/lib/desk/bulk/schema";
import { selectEnrollments } from "@/lib/desk/bulk/verbs";
import { listDeskTasks, readYearOverview } from "@/lib/desk/dashboard/queries";
import { formatList, type ListCursor, parseListQuery } from "@/lib/desk/list/filters";
import {
  createListCondition,
  createListing,
  getListPosition,
  readListPage,
  readWholeListIds,
} from "@/lib/desk/list/queries";
import {
  countMatching,
  createCountedPageSql,
  createNeighboursSql,
  createPageSql,
} from "@/lib/desk/list/sort-order";
import { UNDELIVERED_MAILS } from "@/lib/desk/list/sql";
import { createWaitingListQuery, readPlaceOverview, readWaitingOverview } from "@/lib/desk/places/queries";
import { COUNT_SAMPLE_ENROLLMENTS, readSetupStatus } from "@/lib/desk/setup/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { captureStatements } from "@/test/support/database/capture-statements";
import { aMember } from "@/test/support/domain/staff";

// Costs that must not grow with the enrollments (desk 9), by PostgreSQL's plans, never by time.

const SIZE = 1_500;

await seedDemoSchool();
await fillSchool(env.DATABASE_URL as string, SIZE);

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Loops": number;
  "Actual Rows": number;
  Plans?: Plan[];
};

/** All nodes of a statement's execution plan. */
async function explain(statement: Prisma.Sql): Promise<Plan[]> {
  const [row] = await prisma().$queryRaw<{ "QUERY PLAN": { Plan: Plan }[] }[]>`
    explain (analyze, timing off, format json) ${statement}`;
  const all = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(all)];
  return all((row as { "QUERY PLAN": { Plan: Plan }[] })["QUERY PLAN"][0]?.Plan as Plan);
}

const read = (nodes: Plan[]) => Math.max(...nodes.map((node) => node["Actual Rows"] * node["Actual Loops"]));

test.each([true, false])(
  "desk 9: a page in the order of sending reads its own rows alone (falling: %s)",
  async (isDescending) => {
    const row = await prisma().enrollment.findFirstOrThrow({
      orderBy: { createdAt: "asc" },
      skip: SIZE / 2,
      select: { id: true, createdAt: true },
    });
    const sort = isDescending ? "newest" : "oldest";
    const key = { ...row, name: "", surname: "", turn: null, renewal: 2, gaveUpAt: null };
    const list = await createListing({}, sort, undefined);
    const nodes = await explain(createPageSql(list, { isDescending, row: key, limit: 51 }));
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
    expect(read(nodes)).toBe(51);
  },
);

test.each([
  ["by name", {}, "name", undefined],
  ["searched by a word of a name", {}, "newest", "garcia"],
  ["by name, of what is searched", {}, "name", "garcia"],
] as const)(
  "desk 9: people are searched once for a page, its total and the neighbours of an enrollment: %s",
  async (_, filters, sort, search) => {
    const { id, createdAt, turn, gaveUpAt, student } = await prisma().enrollment.findFirstOrThrow({
      orderBy: { createdAt: "asc" },
      skip: SIZE / 2,
      select: {
        id: true,
        createdAt: true,
        turn: true,
        gaveUpAt: true,
        student: { select: { name: true, surname: true } },
      },
    });
    const row = {
      id,
      createdAt,
      turn,
      renewal: 2,
      gaveUpAt,
      name: student.name ?? "",
      surname: student.surname ?? "",
    };
    const list = await createListing(filters, sort, search);
    const page = { isDescending: false, row, limit: 51 };
    for (const statement of [
      search ? createCountedPageSql(list, page) : createPageSql(list, page), // counted apart, without people
      createNeighboursSql(list, row),
    ]) {
      const whole = (await explain(statement)).filter(
        (node) => node["Node Type"] === "Seq Scan" && node["Relation Name"] === "all_people",
      );
      const found = sort === "name" && search === undefined ? [0, 1] : [1]; // a page by an index
      const expected = sort === "name" && search ? [1, 2] : found; // the person of the name is read in the same way
      expect(expected).toContain(whole.reduce((loops, node) => loops + node["Actual Loops"], 0));
    }
  },
);

test("desk 9: the first page by name skips guardians without a name, and begins with erased students", async () => {
  const [first] = await prisma().enrollment.findMany({
    take: 1,
    select: { studentId: true, reference: true },
  });
  const { studentId = "", reference } = first ?? {};
  const { name, surname } = await prisma().person.findUniqueOrThrow({ where: { id: studentId } });
  const erase = (data: object) => prisma().person.update({ where: { id: studentId }, data });
  await erase({ name: null, surname: null, erasedAt: new Date() });
  const list = await createListing({}, "name", undefined);
  const nodes = await explain(createPageSql(list, { isDescending: false, row: undefined, limit: 51 }));
  const { actor } = await aMember("secretary");
  const { rows } = await readListPage(actor, { filters: {}, sort: "name", cursor: {} });
  await erase({ name, surname, erasedAt: null });
  expect(rows[0]?.reference).toBe(reference);
  const enrollmentNodes = nodes.filter((node) => node["Relation Name"] === "all_enrollments");
  expect(Math.max(...enrollmentNodes.map((node) => node["Actual Loops"]))).toBeLessThan(200);
});

test("desk 9: a page by name uses an index of names instead of sorting everybody", async () => {
  const { student, ...row } = await prisma().enrollment.findFirstOrThrow({
    orderBy: [{ student: { surname: "asc" } }, { student: { name: "asc" } }, { id: "asc" }],
    skip: SIZE / 2,
    select: {
      id: true,
      createdAt: true,
      turn: true,
      gaveUpAt: true,
      student: { select: { name: true, surname: true } },
    },
  });
  const key = { ...row, renewal: 2, name: student.name ?? "", surname: student.surname ?? "" };
  const list = await createListing({}, "name", undefined);
  const nodes = await explain(createPageSql(list, { isDescending: true, row: key, limit: 51 }));
  expect(nodes.map((node) => node["Index Name"])).toContain("all_people_name_idx");
});

test("desk 9: later mails are looked up for undelivered mails only", async () => {
  const nodes = await explain(Prisma.sql`select count(*) from ${UNDELIVERED_MAILS} lost`);
  const bouncedCount = await prisma().mailMessage.count({ where: { state: "bounced" } });
  expect(bouncedCount).toBeGreaterThan(0);
  const mail = nodes.filter((node) => node["Relation Name"] === "all_mail_messages");
  expect(read(mail)).toBeLessThanOrEqual(bouncedCount);
});

test("desk 9: waiting students are found by an index and ranked on their own list", async () => {
  const waiting = await prisma().enrollment.findMany({
    where: { decidedState: "waiting" },
    select: { id: true, assignedSpecialityId: true, schoolYearId: true },
  });
  const [one] = waiting as [(typeof waiting)[0]];
  const ownGroup = waiting.filter(
    ({ assignedSpecialityId: place, schoolYearId: year }) =>
      place === one.assignedSpecialityId && year === one.schoolYearId,
  );
  let ranks = new Map<string, number>();
  const [statement] = await captureStatements(async () => {
    ranks = await readRanks([one.id]);
  });
  expect(ranks.has(one.id)).toBe(true);
  const nodes = await explain(Prisma.raw(String(statement).replaceAll(/\$[12]/g, `'{${one.id}}'`)));
  expect(
    nodes.filter((node) => node["Relation Name"] === "all_enrollments").map((node) => node["Node Type"]),
  ).not.toContain("Seq Scan");
  const windowNode = nodes.find((node) => node["Node Type"] === "WindowAgg");
  expect(windowNode?.["Actual Rows"]).toBe(ownGroup.length);
  expect(ownGroup.length).toBeLessThan(waiting.length);
});

test("desk 6, 9, 33: the home page reads the status of enrollments once for all counts", async () => {
  const { actor } = await aMember("secretary");
  const { schoolYearId } = await prisma().enrollment.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  expect(await captureStatements(() => listDeskTasks(actor))).toHaveLength(2);
  const day = await captureStatements(() => readYearOverview(actor, schoolYearId, new Date()));
  expect(day.filter((text) => text.includes("_choices"))).toEqual([]); // choices are not read
});

test("desk 9: correction requests are not searched among all guardians for each enrollment", async () => {
  const matching = await createListCondition({ correction: "open" }, undefined);
  const nodes = await explain(Prisma.sql`select count(*) from enrollments e where ${matching}`);
  expect(read(nodes)).toBeLessThanOrEqual(SIZE);
  expect(await countMatching(matching)).toBeGreaterThan(0);
});

test("desk 9, 43: made-up families are recognised with one read of each person, also for administrators", async () => {
  const [people, nodes] = await Promise.all([prisma().person.count(), explain(COUNT_SAMPLE_ENROLLMENTS)]);
  expect(read(nodes)).toBeLessThanOrEqual(people);
  const { actor } = await aMember("admin");
  expect((await readSetupStatus(actor)).demo?.madeUp).toBe(await prisma().enrollment.count());
});

test.each([
  ["the few who were erased", { state: "pending" }],
  ["those who are perhaps the same", { same: "perhaps" }],
] as const)("desk 9: %s are found by an index, and not among all people", async (_, filters) => {
  const matching = await createListCondition(filters, undefined);
  const nodes = await explain(Prisma.sql`select count(*) from enrollments e where ${matching}`);
  const scans = nodes.filter((node) => node["Relation Name"] === "all_people");
  expect(scans.length).toBeGreaterThan(0);
  expect(scans.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  expect(await countMatching(matching)).toBeGreaterThan(0);
});

test.each(["first", "any"] as const)(
  "desk 9: enrollments by speciality %s are found from the choices, not by reading all",
  async (how) => {
    const [wish] = await prisma().specialityChoice.groupBy({
      by: ["specialityId"],
      _count: true,
      orderBy: { specialityId: "asc" },
    });
    const matching = await createListCondition({ speciality: wish?.specialityId, how }, undefined);
    const nodes = await explain(Prisma.sql`select count(*) from enrollments e where ${matching}`);
    expect(read(nodes)).toBeLessThanOrEqual(wish?._count as number);
    expect(await countMatching(matching)).toBeGreaterThan(0);
  },
);

test("desk 20, 22: all places of a year and its waiting lists are counted in one query", async () => {
  const { actor } = await aMember("secretary");
  const { schoolYearId } = await prisma().enrollment.findFirstOrThrow({
    where: { decidedState: "waiting", specialityChoices: { some: {} } },
    orderBy: { createdAt: "desc" },
    select: { schoolYearId: true },
  });
  const countCountQueries = (texts: string[]) => texts.filter((text) => /count\(\*\)/.test(text)).length;
  expect(countCountQueries(await captureStatements(() => readPlaceOverview(actor, schoolYearId)))).toBe(3);
  let lists = 0;
  const statements = await captureStatements(async () => {
    lists = (await readWaitingOverview(actor, schoolYearId)).lists.length;
  });
  expect([lists > 1, countCountQueries(statements)]).toEqual([true, 2]);
});

test.each(["newest", "name"] as const)(
  "desk 25: a whole list is each enrollment once, in the order of its pages: %s",
  async (sort) => {
    const { actor } = await aMember("secretary");
    const ids: string[] = [];
    for await (const piece of readWholeListIds(actor, {}, sort)) ids.push(...piece);
    expect(new Set(ids).size).toBe(SIZE);
    const { rows, total } = await readListPage(actor, { filters: {}, sort, cursor: {} });
    expect([rows.map(({ id }) => id), total]).toEqual([ids.slice(0, 50), SIZE]);
  },
);

test.each(["newest", "oldest", "name"] as const)(
  "desk 7: from one enrollment to the next is the list in its order, each with its number and its page: %s",
  async (sort) => {
    const { actor } = await aMember("secretary");
    const query = { filters: { state: "pending" }, sort } as const;
    const first = await readListPage(actor, { ...query, cursor: {} });
    const second = await readListPage(actor, { ...query, cursor: first.next ?? {} });
    const listed = [...first.rows, ...second.rows].map(({ reference }) => reference);
    const getPage = (at: number) => (at <= 50 ? {} : first.next);
    let cursor: ListCursor = {};
    for (const [index, reference] of listed.slice(0, 60).entries()) {
      const position = await getListPosition(actor, reference, { ...query, cursor });
      const [at, before] = [index + 1, listed[index - 1]];
      expect(position).toEqual({
        total: first.total,
        position: at,
        next: { reference: listed[at], cursor: getPage(at + 1) },
        previous: before && {
          reference: before,
          cursor: at === 51 ? { before: reference } : getPage(at - 1),
        },
      });
      cursor = position.next?.cursor ?? {};
    }
    const [decided, after] = [listed[9] as string, listed[10]];
    await prisma().enrollment.update({ where: { reference: decided }, data: { decidedState: "withdrawn" } });
    const positionAfter = await getListPosition(actor, decided, { ...query, cursor: {} });
    expect(positionAfter).toMatchObject({ total: first.total - 1, next: { reference: after } });
    expect([positionAfter.position, positionAfter.previous?.reference]).toEqual([undefined, listed[8]]);
  },
);

test("desk 24: a bulk preview reads its data for many rows at once", async () => {
  const { actor } = await aMember("secretary");
  const id = (await selectEnrollments({ filters: {} }, actor)) as string;
  await setBulkInput({ bulk: id, kind: "rejected", reason: "other", tell: "with_list" }, actor);
  const rejecting = (await findBulk(actor, id)) as NonNullable<Awaited<ReturnType<typeof findBulk>>>;
  let changes = 0;
  const statements = await captureStatements(async () => {
    changes = (await previewBulk(actor, rejecting)).changes;
  });
  expect(changes).toBe(
    await prisma().enrollment.count({ where: { decidedState: { in: ["pending", "waiting"] } } }),
  );
  expect(statements.length).toBeLessThan(changes / 4);
  await setBulkInput({ bulk: id, kind: "resend" }, actor);
  const bulk = (await findBulk(actor, id)) as NonNullable<Awaited<ReturnType<typeof findBulk>>>;
  const named = new Set<string>();
  let preview = await previewBulk(actor, bulk);
  const { cannotInAll } = preview;
  for (;;) {
    for (const { reference } of preview.cannot) named.add(reference);
    if (preview.next === undefined) break;
    expect(preview.cannot).toHaveLength(200);
    preview = await previewBulk(actor, bulk, preview.next);
  }
  expect([named.size, preview.changes + cannotInAll]).toEqual([cannotInAll, SIZE]);
});

test("desk 24: a long report lists and counts all skipped rows in pages", async () => {
  const { actor } = await aMember("secretary");
  const id = (await selectEnrollments({ filters: {} }, actor)) as string;
  await prisma().bulkRow.updateMany({ where: { bulkId: id }, data: { outcome: "no_place" } });
  await prisma().bulkRow.updateMany({
    where: { bulkId: id, position: { lte: 5 } },
    data: { outcome: "done" },
  });
  const done = { status: "done", startedAt: new Date() } as const;
  const bulk = await prisma().bulkAction.update({ where: { id }, data: done });
  const chosen = await findBulk(actor, bulk.id);
  const named: string[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const report: Awaited<ReturnType<typeof readBulkReport>> = await readBulkReport(
      actor,
      chosen as never,
      after,
    );
    expect(report).toMatchObject({ total: SIZE, settled: SIZE, done: 5, skippedInAll: SIZE - 5 });
    expect(report.skipped.length).toBeLessThanOrEqual(200);
    named.push(...report.skipped.map(({ reference }) => reference));
    after = report.next;
  }
  const all = await prisma().enrollment.findMany({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    skip: 5,
    select: { reference: true },
  });
  expect(named).toEqual(all.map(({ reference }) => reference));
});

test("desk 22: a waiting list shows its beginning, and all of it in pages, each row with its number", async () => {
  const { actor } = await aMember("secretary");
  const { assignedSpecialityId: specialityId, schoolYearId } = await prisma().enrollment.findFirstOrThrow({
    where: { decidedState: "waiting" },
    orderBy: { createdAt: "desc" },
    select: { assignedSpecialityId: true, schoolYearId: true },
  });
  await prisma().enrollment.updateMany({
    where: { schoolYearId, decidedState: "pending" },
    data: { decidedState: "waiting", assignedSpecialityId: specialityId },
  });
  const all = await prisma().enrollment.findMany({
    where: { schoolYearId, decidedState: "waiting", assignedSpecialityId: specialityId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, reference: true },
  });
  const [first, second] = [all.splice(70, 1)[0], all.splice(20, 1)[0]] as [(typeof all)[0], (typeof all)[0]];
  for (const [{ id }, turn] of [
    [first, 5],
    [second, 9],
  ] as const) {
    await prisma().enrollment.update({ where: { id }, data: { turn } });
  }
  const [other] = all.splice(40, 1) as [(typeof all)[0]];
  const { id: syllabus } = await prisma().syllabus.findFirstOrThrow({ where: { schoolYearId } });
  await prisma().enrollment.update({ where: { id: other.id }, data: { assignedSyllabusId: syllabus } });
  const inOrder = [first, second, ...all].map(({ reference }) => reference);

  const { lists } = await readWaitingOverview(actor, schoolYearId);
  const place = { specialityId, syllabusId: null };
  const list = lists.find(
    (candidate) => candidate.specialityId === specialityId && candidate.syllabusId === null,
  );
  expect(list?.count).toBe(inOrder.length);
  expect(list?.first).toMatchObject({ reference: inOrder[0], rank: 1 });
  expect(lists.find((one) => one.syllabusId === syllabus)?.first).toMatchObject({
    reference: other.reference,
    rank: 1,
  });

  const query = parseListQuery(
    Object.fromEntries(new URLSearchParams(formatList(createWaitingListQuery(schoolYearId, place)))),
  );
  const numbered: [number | undefined, string][] = [];
  for (let page: ListCursor | undefined = {}; page; ) {
    const { rows, next, total }: Awaited<ReturnType<typeof readListPage>> = await readListPage(actor, {
      ...query,
      cursor: page,
    });
    expect([rows.length <= 50, total]).toEqual([true, inOrder.length]);
    numbered.push(...rows.map(({ rank, reference }): [number | undefined, string] => [rank, reference]));
    page = next;
  }
  expect(numbered).toEqual(inOrder.map((reference, index) => [index + 1, reference]));

  const at60 = await getListPosition(actor, inOrder[59] as string, query);
  expect(at60).toMatchObject({ position: 60, total: inOrder.length, next: { reference: inOrder[60] } });
});

import { expect, test } from "vitest";
import { createApiKey, findApiKeys } from "@/lib/api/keys";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { LIVE, withSandbox } from "@/lib/platform/sandbox";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";

/** The same family in the school and in two sandboxes; each has its label, a decision and what else it may have. */
const sandboxes = [LIVE];

const { next } = await seedDemoSchool();
const schoolYearId = next.id;
for (const name of ["first", "second"]) {
  const key = await createApiKey({ name, scopes: [], expiresAt: null, mode: "test" });
  sandboxes.push((await findApiKeys(key))[0]?.id as number);
}
const { id: labelId } = await prisma().label.create({ data: { name: "Beca", nameKey: "beca" } });
const body = aMinor({ guardians: 2, school_year_id: schoolYearId });
for (const sandboxId of sandboxes) {
  await withSandbox({ sandboxId }, async () => {
    await enroll([{ kind: "minor", submitted: body }], { source: "form", locale: "es" });
    const { id: enrollmentId, studentId: personId } = await prisma().enrollment.findFirstOrThrow();
    await prisma().enrollmentLabel.create({ data: { enrollmentId, labelId } });
    await prisma().dataRequest.create({ data: { kind: "access", personId, dueOn: new Date() } });
    await prisma().round.create({
      data: { code: "2027", name: "2027", schoolYearId },
      select: { code: true },
    });
    await prisma().correctionRequest.create({ data: { personId, askedById: personId, name: "Ada" } });
    await prisma().mailSuppression.create({ data: { emailKey: "a@example.org", reason: "bounced" } });
    const states = { fromState: "pending", toState: "accepted", actorKind: "command" } as const;
    await prisma().decision.create({
      data: { id: crypto.randomUUID(), enrollmentId, schoolYearId, ...states },
    });
  });
}

/** Readers that say nothing of whose rows they want, as somebody writes them who has forgotten that there are sandboxes. */
const readers: Record<string, () => Promise<number>> = {
  "a count by year": () => prisma().enrollment.count({ where: { schoolYearId, decidedState: "pending" } }),
  "a list by state": async () =>
    (await prisma().enrollment.findMany({ where: { decidedState: "pending" }, include: { student: true } }))
      .length,
  "a relation through the year": async () =>
    (
      await prisma().schoolYear.findUniqueOrThrow({
        where: { id: schoolYearId },
        select: { enrollments: { where: { student: { guardians: { some: {} } } } } },
      })
    ).enrollments.length,
  "a relation through a label": async () =>
    (
      await prisma().label.findMany({
        select: { enrollments: { where: { enrollment: { state: "pending" } } } },
      })
    ).flatMap(({ enrollments }) => enrollments).length,
  "an aliased model": async () => {
    const { enrollment: families } = prisma();
    return (await families.aggregate({ _count: true, where: { schoolYearId } }))._count;
  },
};

test.each(Object.keys(readers))("%s sees only the rows of its own sandbox", async (name) => {
  const read = readers[name] as () => Promise<number>;
  for (const sandboxId of sandboxes) expect(await withSandbox({ sandboxId }, read)).toBe(1);
  expect(await read()).toBe(1);
  // Queries of the same tick, which Prisma would combine.
  const calls = sandboxes.flatMap((sandboxId) =>
    Array.from({ length: 3 }, () => withSandbox({ sandboxId }, read)),
  );
  expect(await Promise.all(calls)).toEqual(calls.map(() => 1));
});

test("each sandbox reads and writes only its own rows of every view, also in a transaction", async () => {
  const { rows: views } = await getPool().query<{ name: string }>(
    "select table_name as name from information_schema.views where table_schema = 'public' order by 1",
  );
  expect(views.map(({ name }) => name)).toEqual(
    ["correction_requests", "data_requests", "decisions", "enrollments", "guardianships"].concat(
      ["mail_messages", "mail_suppressions", "people", "rounds"], // nine
    ),
  );
  for (const { name } of views) {
    const { rows: all } = await getPool().query<{ count: number }>(
      `select count(*)::int as count from all_${name} group by sandbox_id`,
    );
    const texts = new Set<string>();
    for (const sandboxId of sandboxes) {
      const read = `select to_jsonb(one)::text as text from ${name} one`;
      const own = await withSandbox({ sandboxId }, () =>
        prisma().$transaction((tx) => tx.$queryRawUnsafe<{ text: string }[]>(read)),
      );
      for (const { text } of own) texts.add(`${text}`);
      expect([name, sandboxId, own.length]).toEqual([name, sandboxId, all[0]?.count]);
    }
    expect([name, texts.size]).toEqual([name, all.reduce((sum, { count }) => sum + count, 0)]); // nobody else's
  }
  const { count: changed } = await prisma().mailMessage.updateMany({ data: { state: "sent" } });
  const left = await getPool().query("select from all_mail_messages where state = 'queued'");
  expect(left.rowCount).toBe(changed * 2);
});

test("references to people of another sandbox are refused, without naming anybody", async () => {
  const { rows } = await getPool().query("select id from all_people where sandbox_id = $1", [sandboxes[1]]);
  const of = { personId: rows[0].id, dueOn: new Date() };
  const refused = prisma().dataRequest.create({ data: { kind: "erasure", ...of } });
  await expect(refused).rejects.toThrow("a row of all_data_requests belongs to another sandbox");
});

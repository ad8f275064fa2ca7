import pg from "pg";
import { expect, test, vi } from "vitest";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { getPool, prisma } from "./prisma";

vi.hoisted(() => {
  process.env.DATABASE_PATIENCE = "2.5";
});

test("a connection lost between two queries of a transaction fails the next one, and the process survives", async () => {
  const client = await getPool().connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await prisma().$queryRaw`select pg_terminate_backend(${rows[0]?.pid}::int)`;
  await ended;
  await expect(client.query("commit")).rejects.toThrow();
  client.release(true);
  expect(await prisma().$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
});

test("a transaction waits for a busy pool longer than Prisma's default", async () => {
  const busy = Array.from({ length: env.DATABASE_POOL_SIZE }, () => getPool().query("select pg_sleep(2.5)"));
  expect(await prisma().$transaction((tx) => tx.person.count())).toBe(0);
  await Promise.all(busy);
});

test("DATABASE_PATIENCE multiplies the statement timeout", async () => {
  const limits = await prisma().$queryRaw`select
    current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
  expect(limits).toEqual([{ statement: "12500ms", lock: "7500ms" }]);
});

test("concurrent statements on one connection run one after the other, Prisma's included (pg 9)", async () => {
  await seedDemoSchool();
  const query = pg.Client.prototype.query as (...args: unknown[]) => void;
  const counts = new Map<pg.Client, { total: number; running: number; maxRunning: number }>();
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const count = counts.get(this) ?? { total: 0, running: 0, maxRunning: 0 };
    counts.set(this, count);
    count.total++;
    count.maxRunning = Math.max(count.maxRunning, ++count.running);
    const callback = args.pop() as (...answer: unknown[]) => void;
    query.call(this, ...args, (...answer: unknown[]) => {
      count.running--;
      callback(...answer);
    });
  } as typeof pg.Client.prototype.query);
  await prisma().$transaction((tx) =>
    Promise.all([
      tx.person.count(),
      tx.schoolYear.findMany({ include: { specialities: true, subjects: true, syllabi: true } }),
    ]),
  );
  expect([...counts.values()]).toContainEqual(expect.objectContaining({ total: 7, maxRunning: 1 }));

  const client = await getPool().connect();
  const results = ["select 1 as n", "select nonsense", "select 3 as n"].map((sql) => client.query(sql));
  expect(await Promise.allSettled(results)).toMatchObject([
    { value: { rows: [{ n: 1 }] } },
    { reason: { code: "42703" } },
    { value: { rows: [{ n: 3 }] } },
  ]);
  expect([...counts.values()].filter(({ maxRunning }) => maxRunning > 1)).toEqual([]);
  client.release();
  spy.mockRestore();
});

import { expect, test, vi } from "vitest";
import { env } from "./env";
import { pool, prisma } from "./prisma";

vi.hoisted(() => {
  process.env.DATABASE_PATIENCE = "2.5";
});

test("a connection lost between two queries of a transaction is told by the next one, and the process goes on", async () => {
  const client = await pool().connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => client.once("end", resolve));
  await prisma().$queryRaw`select pg_terminate_backend(${rows[0]?.pid}::int)`;
  await ended;
  await expect(client.query("commit")).rejects.toThrow();
  client.release(true);
  expect(await prisma().$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
});

test("a transaction waits for its turn while every connection is lent for longer than Prisma would wait", async () => {
  const busy = Array.from({ length: env.DATABASE_POOL_SIZE }, () => pool().query("select pg_sleep(2.5)"));
  expect(await prisma().$transaction((tx) => tx.person.count())).toBe(0);
  await Promise.all(busy);
});

test("on a machine that is said to be slow each statement may take so many times longer", async () => {
  const limits = await prisma().$queryRaw`select
    current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
  expect(limits).toEqual([{ statement: "12500ms", lock: "7500ms" }]);
});

import { expect, test } from "vitest";
import { pool, prisma } from "./prisma";

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

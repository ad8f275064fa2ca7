import { expect, test } from "vitest";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { getJobInsertSql, type QueueName } from "@/lib/platform/jobs";
import { getSettings } from "@/lib/school/settings";
import { invalidate } from "./cache";
import { getPool, prisma, withConnection } from "./database/prisma";
import { env } from "./env";
import { withSandbox } from "./sandbox";

test("transactions that use the whole pool end although each of them reads more", async () => {
  env.DATABASE_POOL_SIZE = 2;
  await getSettings(); // the listener's own connection is there
  const all = Array.from({ length: 4 }, () =>
    prisma().$transaction(async (tx) => {
      await tx.$queryRaw`select 1`;
      invalidate("settings");
      invalidate("catalogue");
      const [{ school_name }, { schoolYears }] = await Promise.all([getSettings(), getCatalogueSnapshot()]);
      await getJobInsertSql("beat");
      return [school_name, schoolYears.length];
    }),
  );
  expect(new Set((await Promise.all(all)).map(String)).size).toBe(1);
  expect(getPool().totalCount).toBeLessThanOrEqual(2);
});

test("a queue whose statement cannot be read leaves no session open", async () => {
  const listSessions = async (known: number[] = []) => {
    const { rows } = await getPool().query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and pid <> all($1)",
      [known],
    );
    return rows.map(({ pid }) => pid);
  };
  const before = await listSessions();
  await expect(getJobInsertSql("missing" as QueueName)).rejects.toThrow();
  await expect.poll(() => listSessions(before)).toEqual([]);
});

test("uncommitted changes of a transaction are not visible to others", async () => {
  const before = await getSettings();
  class Back extends Error {}
  const changing = prisma().$transaction(async (tx) => {
    await tx.setting.create({ data: { key: "school_name", value: "Another" } });
    invalidate("settings");
    expect((await getSettings()).school_name).toBe("Another");
    throw new Back();
  });
  await expect(changing).rejects.toThrow(Back);
  expect(await getSettings()).toEqual(before);
});

test("code that holds a connection cannot get a second one", async () => {
  await expect(withConnection(async () => prisma().setting.count())).rejects.toThrow("a second one");
  await expect(withConnection(async () => getPool().query("select 1"))).rejects.toThrow("a second one");
  await expect(prisma().$transaction(async () => getPool().query("select 1"))).rejects.toThrow(
    "a second one",
  );
  const inAnotherSandbox = () => withSandbox({ sandboxId: 1 }, async () => prisma().setting.count());
  await expect(prisma().$transaction(inAnotherSandbox)).rejects.toThrow("a second one");
  expect(await withConnection(async (client) => (await client.query("select 1 as one")).rows)).toEqual([
    { one: 1 },
  ]);
});

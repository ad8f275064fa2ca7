import { expect, test } from "vitest";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { insertStatement } from "@/lib/platform/queues";
import { settings } from "@/lib/school/settings";
import { changed } from "./changes";
import { env } from "./env";
import { onConnection, pool, prisma } from "./prisma";
import { inside } from "./sandbox";

test("transactions that have the whole pool end all the same, whatever else each of them reads", async () => {
  env.DATABASE_POOL_SIZE = 2;
  await settings(); // the listener's own connection is there
  const all = Array.from({ length: 4 }, () =>
    prisma().$transaction(async (tx) => {
      await tx.$queryRaw`select 1`;
      changed("settings");
      changed("catalogue");
      const [{ school_name }, { schoolYears }] = await Promise.all([settings(), catalogueSnapshot()]);
      await insertStatement("beat");
      return [school_name, schoolYears.length];
    }),
  );
  expect(new Set((await Promise.all(all)).map(String)).size).toBe(1);
  expect(pool().totalCount).toBeLessThanOrEqual(2);
});

test("what a transaction has changed and never commits is nobody else's", async () => {
  const before = await settings();
  class Back extends Error {}
  const changing = prisma().$transaction(async (tx) => {
    await tx.setting.create({ data: { key: "school_name", value: "Another" } });
    changed("settings");
    expect((await settings()).school_name).toBe("Another");
    throw new Back();
  });
  await expect(changing).rejects.toThrow(Back);
  expect(await settings()).toEqual(before);
});

test("what has a connection in hand asks for no second one", async () => {
  await expect(onConnection(async () => prisma().setting.count())).rejects.toThrow("a second one");
  await expect(onConnection(async () => pool().query("select 1"))).rejects.toThrow("a second one");
  await expect(prisma().$transaction(async () => pool().query("select 1"))).rejects.toThrow("a second one");
  const inAnotherSandbox = () => inside({ sandboxId: 1 }, async () => prisma().setting.count());
  await expect(prisma().$transaction(inAnotherSandbox)).rejects.toThrow("a second one");
  expect(await onConnection(async (client) => (await client.query("select 1 as one")).rows)).toEqual([
    { one: 1 },
  ]);
});

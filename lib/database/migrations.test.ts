import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { runScript } from "@/test/command";
import { migrationNames } from "./missing-migrations";
import { migrationFromSchema } from "./schema-engine";

test("the migrations lead to schema.prisma", async () => {
  expect(await migrationFromSchema(env.DATABASE_URL as string)).toBe("");
});

test("`db status` and `db migrate` find nothing to do on a migrated database", async () => {
  const total = (await migrationNames()).length;
  const status = await runScript("database", ["status"]);
  expect(status).toMatchObject({ code: 0, stdout: `${total} of ${total} migrations are applied.\n` });
  expect((await runScript("database", ["migrate"])).stdout).toContain("up to date");
});

test("`db create` writes nothing while schema and migrations agree, nor under a strange name", async () => {
  const before = await migrationNames();
  expect(await runScript("database", ["create", "nothing"])).toMatchObject({ code: 1 });
  expect(await runScript("database", ["create", "../evil"])).toMatchObject({ code: 1 });
  expect(await migrationNames()).toEqual(before);
});

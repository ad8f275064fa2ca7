import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { waitForDatabase } from "@/server/startup/wait-for-database";
import { anAdult } from "@/test/support/data/factories";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { runScript } from "@/test/support/processes/command";
import { startTransactionPooler } from "@/test/support/servers/pooler";
import { startServerProcess } from "@/test/support/servers/server-process";
import { startWorker } from "@/test/support/servers/worker";

const direct = env.DATABASE_URL as string;
const pooler = await startTransactionPooler(Number(new URL(direct).port));
const pooled = Object.assign(new URL(direct), { port: String(pooler.port) }).href;
const behind = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
afterAll(() => pooler.close());

test("behind a pooler in transaction mode pages, the API and e-mails work", async () => {
  const server = await startServerProcess(behind);
  const worker = await startWorker(behind);
  const read = () =>
    server.send("GET", "academic/subjects", { body: { school_year_id: getSchoolYearIds().current } });
  const adults = Array.from({ length: 40 }, () => anAdult());
  const load = adults.flatMap((body) => [server.send("POST", "academic/adult_enrollment", { body }), read()]);
  const statuses = (await Promise.all(load)).map(({ status }) => status);
  expect(
    Map.groupBy(statuses, (status) => status)
      .keys()
      .toArray()
      .sort(),
  ).toEqual([200, 201]);
  const unsent = () => prisma().mailMessage.count({ where: { state: { not: "sent" } } });
  await expect.poll(unsent, { timeout: 60_000 }).toBe(0);

  const terms = async () => (await server.send("GET", "general/terms")).data;
  await terms();
  await getPool().query("insert into settings (key, value) values ('terms_url', '\"https://new.example/\"')");
  await expect.poll(terms).toBe("https://new.example/");

  worker.kill("SIGTERM");
  await once(worker, "exit");
  await server.stop();
});

test("behind a pooler the doctor checks each part, and prints the SQL for the timeouts", async () => {
  const doctor = async () => (await runScript("doctor", [], { ...behind, MAIL_TRANSPORT: "mailbox" })).stdout;
  const before = await doctor();
  for (const check of ["writes", "sessions", "news", "role", "connections"])
    expect(before).toMatch(new RegExp(`^(ok|warning) +${check} `, "m"));
  const [, printed = ""] = /^wrong +bounds .*-c '([^']+)'/m.exec(before) ?? [];
  expect(printed).toMatch(
    /^alter role \w+ in database \w+ set statement_timeout = \d+; alter role .* lock_timeout = \d+$/,
  );
  await getPool().query(printed);
  pooler.reconnect();
  expect(await doctor()).toMatch(/^ok +bounds /m);
});

test("rejects a DATABASE_DIRECT_URL that is a pooler", async () => {
  env.DATABASE_DIRECT_URL = behind.DATABASE_URL;
  await expect(waitForDatabase(behind.DATABASE_URL as string, () => {})).rejects.toThrow(
    "DATABASE_DIRECT_URL leads to a pooler in transaction mode",
  );
  env.DATABASE_DIRECT_URL = undefined;
});

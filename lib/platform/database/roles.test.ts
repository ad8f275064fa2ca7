import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { migrate } from "@/lib/platform/database/migrations";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { checkRole } from "@/server/doctor/database";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { createServiceRole } from "@/test/support/database/service-role";
import { enrollAndListMails } from "@/test/support/domain/mail";
import { runScript } from "@/test/support/processes/command";
import { startServerProcess } from "@/test/support/servers/server-process";
import { startWorker } from "@/test/support/servers/worker";

await seedDemoSchool();
const service = await createServiceRole();
afterAll(() => service.drop());

test("the service runs with a role that owns nothing; only the owner migrates", async () => {
  expect(await migrate(service.url)).toEqual([]); // as every start does
  const server = await startServerProcess({ DATABASE_URL: service.url });
  const made = await server.send("POST", "academic/adult_enrollment", { body: anAdult() });
  expect(made.status).toBe(201);
  expect((await server.send("GET", "academic/school_years")).status).toBe(200);
  await server.stop();
  const { student_email: to } = anAdult();
  const worker = await startWorker({ DATABASE_URL: service.url });
  await enrollAndListMails(anAdult({ student_email: to }));
  const sent = async () => {
    const messages = await prisma().mailMessage.findMany({ where: { person: { email: to } } });
    return messages.map(({ state }) => state);
  };
  await expect.poll(sent).toEqual(["sent"]);
  worker.kill("SIGTERM");
  await once(worker, "exit");
  const { stdout } = await runScript("doctor", [], {
    DATABASE_URL: service.url,
    MAIL_TRANSPORT: "mailbox",
  });
  expect(stdout).toMatch(new RegExp(`^ok +role +${service.role} uses the tables of matricula$`, "m"));

  const client = new pg.Client(service.url);
  await client.connect();
  for (const sql of [
    "create table public.x (id int)",
    "drop table all_people",
    "delete from _prisma_migrations",
  ])
    await expect(client.query(sql)).rejects.toMatchObject({ code: "42501" });
  await client.end();

  const [last] = await prisma().$queryRaw<{ id: string }[]>`
    select id from _prisma_migrations order by migration_name desc limit 1`;
  await getPool().query("update _prisma_migrations set rolled_back_at = now() where id = $1", [last?.id]);
  await expect(migrate(service.url)).rejects.toThrow("run npm run db -- migrate as the database's owner");
  await getPool().query("update _prisma_migrations set rolled_back_at = null where id = $1", [last?.id]);
});

test("the service may use tables of later migrations", async () => {
  await getPool().query("create table added_later (id serial primary key)");
  const client = new pg.Client(service.url);
  await client.connect();
  await expect(client.query("insert into added_later default values")).resolves.toMatchObject({
    rowCount: 1,
  });
  await client.end();
});

test("the doctor reports a privilege that a command needs and the service lacks", async () => {
  await getPool().query(`revoke update on sequence specialities_id_seq from ${service.role}`);
  const asService = new pg.Pool({ connectionString: service.url });
  expect(await checkRole(asService)).toEqual({
    level: "wrong",
    words: expect.stringMatching(/^the role \S+ may not use 1 tables or sequences/),
    mend: expect.any(String),
  });
  await getPool().query(`grant update on sequence specialities_id_seq to ${service.role}`);
  expect(await checkRole(asService)).toMatchObject({ level: "ok" });
  await asService.end();
});

test("the role of compose.yaml, created before the first migration, may use all tables and change none", async () => {
  const id = randomUUID().replaceAll("-", "");
  const [name, role] = [`composed_${id}`, `composed_${id}`];
  await getPool().query(`create database ${name}`);
  const url = Object.assign(new URL(process.env.DATABASE_URL as string), { pathname: `/${name}` }).href;
  const owner = new pg.Client(url);
  await owner.connect();
  const sql = readFileSync("deploy/service-role.sql", "utf8")
    .replace(/^\\getenv password SERVICE_PASSWORD$/m, "")
    .replace(":'password'", "'of-the-tests'")
    .replaceAll("matricula_service", role);
  try {
    await owner.query(sql);
    expect(await migrate(url)).not.toEqual([]);
    const own = Object.assign(new URL(url), { username: role, password: "of-the-tests" }).href;
    const service = new pg.Pool({ connectionString: own });
    try {
      const problem = await checkRole(service);
      expect(problem).toMatchObject({ words: expect.stringContaining(`${role} uses the tables of`) });
      for (const change of [
        "create table public.x (id int)",
        "drop table all_people",
        "alter table people add x int",
      ])
        await expect(service.query(change)).rejects.toMatchObject({ code: "42501" });
    } finally {
      await service.end();
    }
  } finally {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
    await getPool().query(`drop database ${name} with (force)`);
  }
});

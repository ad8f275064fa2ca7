import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool, prisma } from "@/lib/prisma";
import { runScript } from "@/test/command";
import { anAdult } from "@/test/factories";
import { aSchool } from "@/test/school";
import { startServerProcess } from "@/test/server-process";
import { migrate } from "./migrate";

// The SQL that docs/operations.md tells owners to run, with names of this file's own.
const database = new URL(process.env.DATABASE_URL as string).pathname.slice(1);
const role = `service_of_${database}`;
const service = Object.assign(new URL(process.env.DATABASE_URL as string), {
  username: role,
  password: "of-the-tests",
}).href;

beforeAll(async () => {
  await aSchool();
  const page = await readFile("docs/operations.md", "utf8");
  const [, sql = ""] = /## Two roles.*?```sql\n(.*?)```/s.exec(page) ?? [];
  const own = sql
    .replaceAll("matricula_service", role)
    .replaceAll("a long password", "of-the-tests")
    .replaceAll("database school", `database ${database}`);
  expect(own).toContain(role);
  await pool().query(own);
});
afterAll(() => pool().query(`drop owned by ${role}; drop role ${role}`));

test("the service works as a role that owns nothing; only the owner migrates", async () => {
  expect(await migrate(service)).toEqual([]); // as every start does
  const server = await startServerProcess({ DATABASE_URL: service });
  const made = await server.send("POST", "academic/adult_enrollment", { body: anAdult() });
  expect(made.status).toBe(201);
  expect((await server.send("GET", "academic/school_years")).status).toBe(200);
  await server.stop();
  const { stdout } = await runScript("../server/doctor", [], {
    DATABASE_URL: service,
    MAIL_TRANSPORT: "mailbox",
  });
  expect(stdout).toMatch(new RegExp(`^ok +role +${role} uses the tables of matricula$`, "m"));

  const client = new pg.Client(service);
  await client.connect();
  for (const sql of ["create table public.x (id int)", "drop table people", "delete from _prisma_migrations"])
    await expect(client.query(sql)).rejects.toMatchObject({ code: "42501" });
  await client.end();

  const [last] = await prisma().$queryRaw<{ id: string }[]>`
    select id from _prisma_migrations order by migration_name desc limit 1`;
  await pool().query("update _prisma_migrations set rolled_back_at = now() where id = $1", [last?.id]);
  await expect(migrate(service)).rejects.toThrow("run npm run db -- migrate as the database's owner");
  await pool().query("update _prisma_migrations set rolled_back_at = null where id = $1", [last?.id]);
});

test("what a later migration adds is the service's too", async () => {
  await pool().query("create table added_later (id serial primary key)");
  const client = new pg.Client(service);
  await client.connect();
  await expect(client.query("insert into added_later default values")).resolves.toMatchObject({
    rowCount: 1,
  });
  await client.end();
});

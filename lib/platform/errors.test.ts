import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { PrismaClient } from "@/generated/prisma/client";
import { isDatabaseUnavailable } from "./errors";

// PostgreSQL's own errors, provoked: which of them mean "try again in a moment", and which a mistake.
const client = await connected();
afterAll(() => client.end());

async function connected(change: (url: URL) => void = () => {}): Promise<pg.Client> {
  const url = new URL(process.env.DATABASE_URL as string);
  change(url);
  const client = new pg.Client(url.href);
  client.on("error", () => {}); // a session that is ended reports it twice
  await client.connect();
  return client;
}

async function catchError(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error,
  );
}

const ended: [how: string, code: string, work: (session: pg.Client) => Promise<unknown>][] = [
  [
    "by the administrator",
    "57P01",
    (session) => session.query("select pg_terminate_backend(pg_backend_pid())"),
  ],
  [
    "in the middle of a transaction that is too long",
    "25P04",
    (session) => session.query("begin; set local transaction_timeout = '50ms'; select pg_sleep(30)"),
  ],
  [
    "by the time-out of a statement",
    "57014",
    (session) => session.query("set statement_timeout = 50; select pg_sleep(30)"),
  ],
];

test.each(ended)("a session ended %s (%s) counts as unavailable", async (_, code, work) => {
  const error = await catchError(async () => work(await connected()));
  expect(error).toMatchObject({ code });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test("a session that its pool has discarded counts as unavailable for its user", async () => {
  const session = await connected();
  await session.end();
  const error = await catchError(() => session.query("select 1"));
  expect(error).toMatchObject({ message: "Client was closed and is not queryable" });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test("a statement that PostgreSQL cancels counts as unavailable in Prisma too, also in raw SQL", async () => {
  const url = new URL(process.env.DATABASE_URL as string);
  const impatientPool = new pg.Pool({ connectionString: url.href, statement_timeout: 50 });
  const prisma = new PrismaClient({ adapter: new PrismaPg(impatientPool) });
  await client.query("begin; lock table people in access exclusive mode");
  const stopped = [
    await catchError(() => prisma.person.count()),
    await catchError(() => prisma.$queryRaw`select count(*) from people`),
    await catchError(() => prisma.$transaction((tx) => tx.person.count())),
  ];
  await client.query("rollback");
  expect(stopped.map(isDatabaseUnavailable)).toEqual([true, true, true]);
  const wrong = await catchError(() => prisma.$queryRaw`select no_such_column from people`);
  expect(isDatabaseUnavailable(wrong)).toBe(false);
  await prisma.$disconnect();
  await impatientPool.end();
});

test("a transaction that gets no connection in time (P2028) counts as unavailable", async () => {
  const full = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
  const prisma = new PrismaClient({ adapter: new PrismaPg(full) });
  const heldClient = await full.connect();
  const error = await catchError(() => prisma.$transaction(async (tx) => tx.person.count(), { maxWait: 50 }));
  expect(error).toMatchObject({ code: "P2028" });
  expect(isDatabaseUnavailable(error)).toBe(true);
  heldClient.release();
  await prisma.$disconnect();
  await full.end();
});

test("a database that accepts no connections (55000) is unavailable; an object in the wrong state (55000) is a bug", async () => {
  await client.query("create database closed_for_now allow_connections false");
  const closed = await catchError(() =>
    connected((url) => {
      url.pathname = "/closed_for_now";
    }),
  );
  await client.query("drop database closed_for_now");
  await client.query("create sequence never_asked");
  const wrongState = await catchError(() => client.query("select currval('never_asked')"));

  expect([closed, wrongState]).toMatchObject([{ code: "55000" }, { code: "55000" }]);
  expect([closed, wrongState].map(isDatabaseUnavailable)).toEqual([true, false]);
});

const mistakes: [what: string, code: string, work: () => Promise<unknown>][] = [
  [
    "a database that does not exist",
    "3D000",
    () =>
      connected((url) => {
        url.pathname = "/nowhere";
      }),
  ],
  [
    "a wrong user",
    "28000",
    () =>
      connected((url) => {
        url.username = "nobody";
      }),
  ],
  ["a misspelt statement", "42601", () => client.query("selct 1")],
];

test.each(mistakes)("%s (%s) is a bug, not an unavailable database", async (_, code, work) => {
  const error = await catchError(work);
  expect(isDatabaseUnavailable(error)).toBe(false);
  expect((error as { code: string }).code.slice(0, 2)).toBe(code.slice(0, 2));
});

import { expect, test, vi } from "vitest";
import { getPool, prisma } from "./prisma";

vi.hoisted(() => {
  process.env.DATABASE_POOL_SIZE = "2";
});

const TEXTS = Array.from({ length: 600 }, (_, at) => `select ${at} as "at"`);

test("six hundred statements on two connections all work, and frequent ones are planned once", async () => {
  for (let round = 1; round <= 4; round++) {
    const answers = TEXTS.map((text) => prisma().$queryRawUnsafe<{ at: number }[]>(text));
    expect((await Promise.all(answers)).map(([row]) => row?.at)).toEqual(TEXTS.keys().toArray());
    const planned = await plannedOnEach();
    expect(planned.map(({ length }) => length > 0)).toEqual([round > 2, round > 2]);
    for (const texts of planned) expect(texts.length).toBeLessThanOrEqual(200);
  }
});

/** The statements that each of the two connections keeps. */
async function plannedOnEach() {
  const both = await Promise.all([getPool().connect(), getPool().connect()]);
  const results = both.map((client) =>
    client.query<{ statement: string }>("select statement from pg_prepared_statements"),
  );
  const answers = await Promise.all(results);
  for (const client of both) client.release();
  return answers.map(({ rows }) => rows);
}

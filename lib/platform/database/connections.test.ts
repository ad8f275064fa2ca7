import { connect, createServer } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { env } from "@/lib/platform/env";
import { reservePort } from "@/test/support/processes/free-port";
import { getPoolConfig } from "./connections";

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]); // ReadyForQuery, in no transaction
const fields = Buffer.from("SFATAL\0C57P01\0Mterminating connection\0\0");
const FATAL = Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), fields]);

/** A way to PostgreSQL on which a session ends in the packet that has a statement's answer. */
async function endsWithTheAnswer() {
  const port = await reservePort();
  const line = createServer((client) => {
    const server = connect(Number(new URL(env.DATABASE_URL as string).port), "127.0.0.1");
    let answers = 0; // the session's start is the first, whether it is on a standby the second
    client.pipe(server);
    server.on("data", (told) => {
      if (told.subarray(-READY.length).equals(READY)) answers++;
      client.write(answers > 2 ? Buffer.concat([told, FATAL]) : told);
    });
    for (const end of [client, server]) end.on("error", () => {});
  }).listen(port, "127.0.0.1");
  onTestFinished(() => void line.close());
  return port;
}

test("a statement that PostgreSQL answered succeeds, also when it shuts down in the same packet", async () => {
  const port = String(await endsWithTheAnswer());
  const pool = new pg.Pool({
    ...getPoolConfig(),
    connectionString: Object.assign(new URL(env.DATABASE_URL as string), { port }).href,
  });
  pool.on("error", () => {}); // the session's end, which is nobody's statement
  expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  const client = await pool.connect();
  expect((await client.query("select 2 as n")).rows).toEqual([{ n: 2 }]);
  client.release(true);
  await pool.end();
});

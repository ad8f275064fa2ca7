import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { getDirectUrl } from "@/lib/platform/database/connections";
import { areQueuesReady } from "@/lib/platform/jobs";

test("the process survives when the database ends the session that reads the queues", async () => {
  const other = new pg.Client({ connectionString: getDirectUrl() });
  await other.connect();
  for (let round = 0; round < 30; round++) {
    let isAsked = true;
    const answer = areQueuesReady(getDirectUrl()).finally(() => {
      isAsked = false;
    });
    for (let wait = 0; isAsked; wait = (wait + 1) % 7) {
      await sleep(wait);
      await other.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'pgboss'",
      );
    }
    expect(await answer).toBeTypeOf("boolean");
  }
  await other.end();
  expect(await areQueuesReady(getDirectUrl())).toBe(true);
});

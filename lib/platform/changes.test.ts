import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { getVersions } from "@/lib/platform/cache";
import { env } from "@/lib/platform/env";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult } from "@/test/support/data/factories";
import { sendRequest } from "@/test/support/http/http-client";
import { runScript } from "@/test/support/processes/command";
import { aKey, startApi } from "@/test/support/servers/api";
import { startServerProcess } from "@/test/support/servers/server-process";

/** Somebody else's session: what it writes is a change that this process only hears of. */
const outside = new pg.Client(env.DATABASE_URL);
const school = await seedDemoSchool();
const api = await startApi();
await outside.connect();
afterAll(async () => {
  await outside.end();
  await api.stop();
});

const setTerms = (url: string) =>
  outside.query(
    `insert into settings (key, value) values ('terms_url', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    [url],
  );
const terms = async () =>
  (
    await sendRequest("GET", `${api.base}/api/v1/general/terms`, {
      headers: { Authorization: `Bearer ${api.key}` },
    })
  ).data;

const LISTENERS = "application_name = 'matricula changes' and datname = current_database()";
const WAITING = "wait_event_type = 'Lock' and datname = current_database()";
const listeners = async () =>
  (await outside.query(`select pid from pg_stat_activity where ${LISTENERS}`)).rows.map(({ pid }) => pid);

test("a write by another process invalidates the cache", async () => {
  await setTerms("https://school.example/first");
  await expect.poll(() => terms()).toBe("https://school.example/first");
});

test("a write by another process changes the version once, not again at the next check", async () => {
  const lastCheck = async () =>
    (await outside.query(`select max(query_start)::text as at from pg_stat_activity where ${LISTENERS}`))
      .rows[0].at;
  const nextCheck = async () => {
    const before = await lastCheck();
    await expect.poll(lastCheck, { timeout: 10_000 }).not.toBe(before);
  };
  const before = await getVersions(["settings"]);
  await setTerms("https://school.example/once");
  await expect.poll(() => getVersions(["settings"])).not.toBe(before);
  const after = await getVersions(["settings"]);
  expect(Number(after)).toBe(Number(before) + 1);
  for (let check = 0; check < 3; check++) await nextCheck();
  expect(await getVersions(["settings"])).toBe(after);
});

test("without the LISTEN connection no response is stale, and it reconnects", async () => {
  for (let round = 0; round < 10; round++) {
    await expect.poll(listeners).toHaveLength(1);
    const lost = await listeners();
    await outside.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${LISTENERS}`);
    await expect
      .poll(async () => (await listeners()).filter((pid) => lost.includes(pid)), { interval: 5 })
      .toEqual([]);
    await setTerms(`https://school.example/${round}`);
    expect(await terms()).toBe(`https://school.example/${round}`);
  }
  await expect.poll(listeners).toHaveLength(1);
});

test("5: a key revoked by the command is refused by every server of the database", async () => {
  const second = await startServerProcess();
  const key = await aKey();
  const statusOn = async (base: string) =>
    (
      await sendRequest("GET", `${base}/api/v1/general/countries`, {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status;
  expect([await statusOn(api.base), await statusOn(second.base)]).toEqual([200, 200]);

  expect((await runScript("keys", ["revoke", key.slice(0, 17)])).code).toBe(0);
  expect([await statusOn(api.base), await statusOn(second.base)]).toEqual([401, 401]);
  await second.stop();
});

test("4.1: while the catalogue changes, each response is entirely old or entirely new", async () => {
  const namesIn = async (list: string) => {
    const { data } = await api.get(`academic/${list}`, { body: { school_year_id: school.current.id } });
    return new Set(JSON.stringify(data).match(/"v\d+"/g));
  };
  await renameCatalogue("v0");
  await expect.poll(() => namesIn("subjects")).toEqual(new Set(['"v0"']));

  const bodies = new Set<string>();
  for (let version = 1; version <= 30; version++) {
    const reads = [namesIn("subjects"), namesIn("syllabis")];
    const [, ...answers] = await Promise.all([renameCatalogue(`v${version}`), ...reads]);
    for (const names of answers) {
      expect(names.size).toBe(1);
      for (const name of names) bodies.add(name);
    }
  }
  await expect.poll(() => namesIn("syllabis")).toEqual(new Set(['"v30"']));
  expect(bodies.size).toBeGreaterThan(1);
});

async function renameCatalogue(name: string) {
  await outside.query("begin");
  await outside.query("update subjects set name = $1", [name]);
  await outside.query("update syllabi set name = $1", [name]);
  await outside.query("commit");
}

test("4.3-3: rejects a speciality that is deleted between the check and the write", async () => {
  const deletedId = school.current.specialities.at(-1);
  await expect.poll(async () => (await api.get("academic/school_years")).status).toBe(200);
  await outside.query("begin");
  await outside.query("delete from syllabus_subjects where speciality_id = $1", [deletedId]);
  await outside.query("delete from syllabus_specialities where speciality_id = $1", [deletedId]);
  await outside.query("delete from specialities where id = $1", [deletedId]);
  const adult = { ...anAdult(), student_speciality_option1: deletedId };
  const enrolling = api.enrollAdult(adult); // waits for the row that is going
  await expect
    .poll(async () => (await outside.query(`select from pg_stat_activity where ${WAITING}`)).rowCount, {
      interval: 5,
    })
    .toBeGreaterThan(0);
  await outside.query("commit");
  const { status, error } = await enrolling;
  expect(status).toBe(422);
  expect(error?.errors?.map(({ field, code }) => [field, code])).toEqual([
    ["student_speciality_option1", "speciality_unavailable"],
  ]);
  const { rowCount } = await outside.query("select 1 from people where email = $1", [adult.student_email]);
  expect(rowCount).toBe(0);
});

test("one pool: under load the process holds no more connections than its pool and its listener", async () => {
  const body = { school_year_id: school.current.id };
  await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      at % 2 ? api.enrollAdult(anAdult()) : api.get("academic/subjects", { body }),
    ),
  );
  const { rows } = await outside.query(
    `select application_name as name, count(*)::int from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' group by 1`,
  );
  const counts = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  expect(counts.matricula).toBeLessThanOrEqual(env.DATABASE_POOL_SIZE);
  expect(counts["matricula changes"]).toBe(1);
  expect(Object.keys(counts).sort()).toEqual(["", "matricula", "matricula changes"]);
});

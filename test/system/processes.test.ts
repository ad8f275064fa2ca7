import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { aMinor, anAdult } from "../support/data/factories";
import { withEmbeddedClient } from "../support/database/embedded-client";
import { completeForm } from "../support/http/complete-form";
import { sendRequest } from "../support/http/http-client";
import { runScript } from "../support/processes/command";
import { isRunning, signalAll } from "../support/processes/signal";
import { createTestFolder } from "../support/processes/test-folder";
import { getPostgresStatus, startMatricula } from "../support/servers/npm-start";
import { ensureBuild } from "../support/servers/production-build";

const ADULT = "academic/adult_enrollment";
const TERMS = "general/terms";
const METRICS_TOKEN = "a-token-of-the-tests";
const LIMITS = {
  RATE_LIMIT_READS_PER_MINUTE: "0",
  RATE_LIMIT_WRITES_PER_MINUTE: "0",
  RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "20",
  RATE_LIMIT_FORM_STEPS_PER_MINUTE: "0", // one family after the other, all from one address
  RATE_LIMIT_FORM_DRAFTS_PER_HOUR: "0",
  RATE_LIMIT_FORM_SENDS_PER_HOUR: "0",
};

type Running = Awaited<ReturnType<typeof startMatricula>>;

const folder = await createTestFolder();
const dataDir = path.join(folder, "data");
let running: Running;
beforeAll(ensureBuild);

const start = async (env: Record<string, string>) => {
  running = await startMatricula({ dataDir, env: { ...LIMITS, ...env } });
};

const serving = () => running.serving();

/** On separate connections, which the primary distributes. */
const runInParallel = <T>(count: number, task: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => task(index)));

/**
 * Failures on kept and new connections and whole forms while `during` runs. Database timeouts of a busy
 * machine are counted separately.
 */
async function underLoad(minRequests: number, task: Promise<unknown>) {
  let over = false;
  let requestCount = 0;
  const wrong: string[] = [];
  const busy: string[] = [];
  const recordFailure = (failure: string) => (failure.includes("503") ? busy : wrong).push(failure);
  const sendRequests = async (agent: Agent) => {
    while (!over || requestCount < minRequests) {
      const isPost = ++requestCount % 10 === 0;
      const answer = await running
        .api(isPost ? "POST" : "GET", isPost ? ADULT : TERMS, { agent, ...(isPost && { body: anAdult() }) })
        .then(({ status }) => status, String);
      if (answer !== (isPost ? 201 : 200)) recordFailure(`${isPost ? "POST" : "GET"}: ${answer}`);
      await sleep(20); // a steady rate: the test looks for failures
    }
  };
  const references: string[] = [];
  const families = async () => {
    while (!over) {
      await completeForm(running.base, aMinor(), () => sleep(100)).then(
        (reference) => references.push(reference),
        (error) => recordFailure(String(error)),
      );
    }
  };
  const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 4 });
  const all = [
    ...Array.from({ length: 4 }, () => sendRequests(keepAliveAgent)),
    sendRequests(new Agent()),
    families(),
  ];
  await task.finally(() => {
    over = true;
  });
  await Promise.all(all);
  keepAliveAgent.destroy();
  expect(busy.length).toBeLessThan(requestCount / 10);
  return { requestCount, wrong, references };
}

/** Requests in `/metrics`. */
async function countRequests() {
  const { text } = await sendRequest("GET", `${running.base}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const counts = [
    ...text.matchAll(/request_duration_seconds_count\{.*(?:adult_enrollment|terms).*\} (\d+)/g),
  ];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Sends SIGUSR2 and waits for the log. */
async function reload() {
  const before = running.printed().split('"reloaded"').length;
  process.kill(running.pid, "SIGUSR2");
  await expect.poll(() => running.printed().split('"reloaded"').length).toBe(before + 1);
}

describe("PROCESSES=2", () => {
  beforeAll(() => start({ PROCESSES: "2", METRICS_TOKEN }));

  test("two processes serve with one PostgreSQL", () => {
    expect(serving()).toHaveLength(2);
    expect(getPostgresStatus(dataDir).pids().length).toBeGreaterThan(1);
  });

  test("replaces one unhealthy process at a time, without a gap", async () => {
    const before = serving();
    const env = { DATABASE_URL: "", MAIL_TRANSPORT: "", DATA_DIR: dataDir };
    const commands = await Promise.all(
      ["one", "two"].map((name) => runScript("keys", ["create", name], env)),
    );
    const keys = commands.map(({ stdout }) => ({ Authorization: `Bearer ${stdout.trim()}` }));
    const readyz = () =>
      runInParallel(
        4,
        async () => (await sendRequest("GET", `${running.base}/readyz`, { agent: new Agent() })).text,
      );
    const rename = (from: string, to: string) =>
      withEmbeddedClient(dataDir, (client) => client.query(`alter table ${from} rename to ${to}`));
    await rename("webhook_endpoints", "webhook_endpoints_away");
    const endpoint = `webhook_endpoints/${randomUUID()}`;
    for (const headers of [{}, ...keys]) {
      await runInParallel(4, () => running.api("GET", "webhook_endpoints", { headers, agent: new Agent() }));
      await runInParallel(4, () =>
        running.api("GET", `${endpoint}/attempts`, { headers, agent: new Agent() }),
      );
      await runInParallel(4, () => running.api("DELETE", endpoint, { headers, agent: new Agent() }));
    }
    const unhealthy = '{"status":"unavailable","reason":"unhealthy"}';
    expect(await readyz()).toEqual(Array(4).fill(unhealthy));
    await expect.poll(() => running.printed()).toContain("an unhealthy serving process was replaced");
    await rename("webhook_endpoints_away", "webhook_endpoints");

    await expect.poll(() => serving().length).toBe(2);
    expect(serving().filter((pid) => before.includes(pid))).toHaveLength(1);
    const ready = '{"status":"ready"}';
    const answers = await readyz();
    expect(answers).toContain(ready);
    expect(answers.filter((answer) => answer !== ready && answer !== unhealthy)).toEqual([]); // the other is unhealthy for a minute
    expect(running.printed().match(/is unhealthy: replacing it/g)).toHaveLength(1);
  });

  test("a rate limit applies to all processes together", async () => {
    const answers = await runInParallel(40, () =>
      sendRequest("GET", `${running.base}/api/v1/${TERMS}`, { agent: new Agent() }),
    );
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([counts.get(401)?.length, counts.get(429)?.length]).toEqual([20, 20]);
  });

  test("/metrics reports all processes, whichever answers", async () => {
    await runInParallel(10, () => running.api("GET", "general/countries", { agent: new Agent() }));
    const readFigures = async () => {
      const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
      const { text } = await sendRequest("GET", `${running.base}/metrics`, { headers, agent: new Agent() });
      const oldest = text.match(/^matricula_mail_oldest_queued_seconds /gm);
      return [/request_duration_seconds_count\{.*countries.*\} (\d+)/.exec(text)?.[1], oldest?.length];
    };
    await expect.poll(() => runInParallel(4, readFigures)).toEqual(Array(4).fill(["10", 1]));
  });

  test("one idempotency key creates one enrollment in all processes", async () => {
    const sending = { headers: { "Idempotency-Key": randomUUID() }, body: anAdult() };
    const answers = await runInParallel(10, () =>
      running.api("POST", ADULT, { ...sending, agent: new Agent() }),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ headers }) => headers["enrollment-reference"])).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.filter(({ error }) => error?.code !== "idempotency_in_progress")).toEqual([]);
  });

  test("all processes see a change, although one listens", async () => {
    const env = { DATABASE_URL: "", MAIL_TRANSPORT: "", DATA_DIR: dataDir };
    const countries = () =>
      runInParallel(
        6,
        async () => (await running.api("GET", "general/countries", { agent: new Agent() })).data,
      );
    await runScript("settings", ["set", "supported_countries", "es"], env);
    await expect.poll(countries).toEqual(Array(6).fill(["es"]));
    await runScript("settings", ["set", "supported_countries", "all"], env);
    await expect.poll(async () => (await countries()).some((list) => String(list) === "es")).toBe(false);
    const listeners =
      "select count(*)::int from pg_stat_activity where application_name = 'matricula changes'";
    const { rows } = await withEmbeddedClient(dataDir, (client) => client.query(listeners));
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("refuses a build while processes serve", () => {
    const build = spawnSync(process.execPath, ["--import", "tsx", "server/build/build-command.ts"], {
      encoding: "utf8",
    });
    expect([build.status, build.stderr]).toEqual([
      1,
      expect.stringMatching(/^The server with process \d+ serves the build in this folder\./), // or that of another test
    ]);
  });

  test("replaces a process that died, and logs it", async () => {
    const [first = 0, second = 0] = serving();
    const before = await countRequests();
    expect(before).toBeGreaterThanOrEqual(10);
    process.kill(first, "SIGKILL");
    // A connection of a dead process gets no response.
    const createOptions = () => ({ headers: { Connection: "close" }, signal: AbortSignal.timeout(1_000) });
    const readyz = () =>
      fetch(`${running.base}/readyz`, createOptions()).then((answer) => answer.text(), String);
    await expect.poll(readyz).toBe('{"status":"degraded","processes":"1 of 2 serve"}');
    await expect.poll(() => running.printed()).toContain("was replaced");
    expect(running.printed()).toContain(`"process":${first}`);
    expect(serving()).toHaveLength(2);
    expect(serving()).toContain(second);
    await expect.poll(() => runInParallel(4, readyz)).toEqual(Array(4).fill('{"status":"ready"}'));
    const answers = await runInParallel(6, () => running.api("GET", TERMS, { agent: new Agent() }));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await expect.poll(countRequests).toBe(before + 6); // counts of a dead process remain
  });

  test("SIGUSR2 replaces the processes without failed requests", async () => {
    const before = serving();
    const countBefore = await countRequests();
    const { requestCount, wrong, references } = await underLoad(300, reload());
    expect(wrong).toEqual([]);
    expect(requestCount).toBeGreaterThanOrEqual(300);
    expect(new Set(references).size).toBe(references.length);
    expect(serving()).toHaveLength(2);
    expect(serving().filter((pid) => before.includes(pid))).toEqual([]);
    await expect.poll(countRequests).toBe(countBefore + requestCount); // replaced processes keep their counts
  });

  test("kill -9 of the primary also ends its processes and PostgreSQL", async () => {
    const processes = [...serving(), ...getPostgresStatus(dataDir).pids()];
    expect(processes.length).toBeGreaterThan(3);
    await running.stop("SIGKILL");
    await expect.poll(() => processes.filter(isRunning)).toEqual([]);
    expect(getPostgresStatus(dataDir).log()).toMatch(/database system is shut down$/);
  });
});

describe("with default settings, on the embedded database", () => {
  const writeEnvFile = (token: string) => writeFile(path.join(folder, ".env"), `METRICS_TOKEN=${token}\n`);
  beforeAll(async () => {
    await writeEnvFile("first");
    await start({ ENV_FILE: path.join(folder, ".env") });
  });

  test("SIGUSR2 reloads the only process and `.env` without a failed request", async () => {
    const before = serving();
    expect(before).toHaveLength(1);
    await writeEnvFile("second");
    const { wrong } = await underLoad(300, reload());
    expect(wrong).toEqual([]);
    expect(serving()).toHaveLength(1);
    expect(serving()).not.toEqual(before);
    const readMetrics = (token: string) =>
      sendRequest("GET", `${running.base}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    expect([(await readMetrics("first")).status, (await readMetrics("second")).status]).toEqual([401, 200]);
  });

  test("SIGTERM during a reload ends all processes", async () => {
    process.kill(running.pid, "SIGUSR2");
    await expect.poll(() => serving().length).toBe(2);
    const processes = [...serving(), ...getPostgresStatus(dataDir).pids()];
    signalAll([running.pid, ...serving()], "SIGTERM"); // as to a group
    expect(await running.ended).toBe(0);
    await expect.poll(() => processes.filter(isRunning)).toEqual([]);
    expect(getPostgresStatus(dataDir).log()).toMatch(/database system is shut down$/);
  });
});

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "@/lib/platform/database/embedded-process";
import { anAdult } from "../support/data/factories";
import { withEmbeddedClient } from "../support/database/embedded-client";
import { runScript } from "../support/processes/command";
import { createTestFolder } from "../support/processes/test-folder";
import { expectRefusedStart, getPostgresStatus, startMatricula } from "../support/servers/npm-start";
import { ensureBuild } from "../support/servers/production-build";

const CONNECTIONS = `select application_name as name, count(*)::int from pg_stat_activity
  where application_name like 'matricula%' group by 1`;
const ADULT = "academic/adult_enrollment";
const dataDir = path.join(await createTestFolder(), "inside", "data"); // as root, in a folder for root alone
const postgres = getPostgresStatus(dataDir);
beforeAll(ensureBuild);

type Running = Awaited<ReturnType<typeof startMatricula>>;
const getDataPath = (...names: string[]) => path.join(dataDir, ...names);
const getMode = (file: string) => statSync(file).mode & 0o777;
const command = (name: string, ...args: string[]) =>
  runScript(name, args, { DATABASE_URL: "", MAIL_TRANSPORT: "", DATA_DIR: dataDir });

describe("npm start with a new DATA_DIR, in a folder of mode 0700", () => {
  let running: Running;
  beforeAll(async () => {
    running = await startMatricula({ dataDir, fromSources: true });
  });

  test("prints addresses and a working curl command", () => {
    expect(running.printed()).toMatch(/Enrollment form.*API reference.*Mailbox.*Demo API key/s);
    const line = /curl .*/.exec(running.printed())?.[0] ?? "";
    const answer = execFileSync("sh", ["-c", line.replace("curl", "curl -s")], { encoding: "utf8" });
    const { status, data } = JSON.parse(answer);
    expect([status, data.length]).toEqual(["success", 2]);
  });

  test("keeps its data for its owner only", () => {
    expect([getMode(dataDir), getMode(getDataPath("demo-api-key"))]).toEqual([0o700, 0o600]);
    for (const file of ["postgres-password", "postgres.log"]) expect(getMode(getDataPath(file))).toBe(0o600);
  });

  test("serves pages, the API and jobs with the connections of one machine", async () => {
    const paths = ["/", "/en", "/api/v1/x", "/healthz", "/readyz"];
    await Promise.all(Array.from({ length: 40 }, (_, index) => fetch(running.base + paths[index % 5])));
    await Promise.all(Array.from({ length: 40 }, () => running.api("POST", ADULT, { body: anAdult() })));
    const countConnections = async (): Promise<Record<string, number>> => {
      const { rows } = await withEmbeddedClient(dataDir, (client) => client.query(CONNECTIONS));
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    };
    await expect.poll(async () => (await countConnections())["matricula changes"]).toBe(1); // one a machine
    const counts = await countConnections();
    expect(counts.matricula).toBeLessThanOrEqual(10);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(20);
  });

  test("rejects a second start on the same DATA_DIR", async () => {
    const { code, printed } = await expectRefusedStart({ dataDir });
    expect(printed).toContain(`already running on ${dataDir}`);
    expect(printed).not.toContain("    at ");
    expect(code).toBe(1);
    expect((await running.api("GET", "general/terms")).status).toBe(200);
  });

  test("commands change keys and settings of the running service", async () => {
    const { stdout, code } = await command("keys", "create", "integrator");
    expect(code).toBe(0);
    const headers = { Authorization: `Bearer ${stdout.trim()}` };
    expect((await running.api("GET", "general/terms", { headers })).status).toBe(200);
    expect((await command("settings", "set", "supported_countries", "es")).code).toBe(0);
    await expect.poll(async () => (await running.api("GET", "general/countries")).data).toEqual(["es"]);
    const invitation = (await command("staff", "invite", "new@school.example", "--role", "reader")).stdout;
    const { port } = new URL(running.base);
    expect([new URL(invitation).port, readFileSync(getDataPath("server-port"), "utf8")]).toEqual([
      port,
      port,
    ]);
    expect((await command("doctor")).stdout).toContain(`the service answers on port ${port}`);
    expect((await command("database", "status")).stdout).toMatch(/^(\d+) of \1 migrations/);
  });

  test("Ctrl-C lets a request in flight finish and shuts PostgreSQL down cleanly", async () => {
    const body = JSON.stringify(anAdult());
    const key = readFileSync(getDataPath("demo-api-key"), "utf8");
    const pending = request(`${running.base}/api/v1/academic/adult_enrollment`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Content-Type": "application/json",
        "Content-Length": body.length,
      },
    });
    pending.write(body.slice(0, 20));
    await once(pending, "socket").then(([socket]) => socket.connecting && once(socket, "connect"));
    await running.api("GET", "general/terms"); // by now the server has the other one's headers
    const ended = running.stop("SIGINT");
    await expect.poll(running.printed).toContain("Stopping");
    pending.end(body.slice(20));
    const [answer] = await once(pending, "response");
    expect(answer.statusCode).toBe(201);
    answer.resume();
    expect(await ended).toBe(0);
    expect(existsSync(getDataPath("server-port"))).toBe(false);
    expect(postgres.pids()).toEqual([]);
    expect(postgres.log()).toMatch(/database system is shut down$/);
  });

  test("commands see the changes while the service is stopped", async () => {
    expect((await command("keys", "list")).stdout).toContain("integrator");
    const stalePort = String(await findFreePort(0));
    writeFileSync(getDataPath("server-port"), stalePort); // as a killed server leaves it
    const invitation = (await command("staff", "invite", "late@school.example", "--role", "reader")).stdout;
    expect(new URL(invitation).port).not.toBe(stalePort);
    expect(postgres.pids()).toEqual([]);
  });
});

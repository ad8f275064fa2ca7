import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createSignedHeaders, createWebhookSecret } from "@/lib/webhooks/secrets";
import { aMinor, anAdult } from "../support/data/factories";
import { getSchoolYearIds } from "../support/data/school-years";
import { killWithTests } from "../support/processes/child-processes";
import { reservePort } from "../support/processes/free-port";
import { startDemoApi } from "../support/servers/api";
import { startForwardingProxy } from "../support/servers/http-server";

const FOLDER = "docs/snippets";
const RECEIVER = "receive-webhook.mjs"; // below
const PROGRAMS: Record<string, string> = { sh: "sh", mjs: process.execPath, py: "python3", php: "php" };

const { api, school } = await startDemoApi();
const [speciality] = school.current.specialities;

describe.each(readdirSync(FOLDER).filter((file) => file !== RECEIVER))("the documentation's %s", (file) => {
  const program = PROGRAMS[file.split(".").at(-1) ?? ""] as string;
  const requiredProgram = file.endsWith(".sh") ? "curl" : program;

  test("reports an error without a retry and fails", async (context) => {
    if (!(await isInstalled(requiredProgram)))
      return context.skip(`${requiredProgram} is not on this machine`);
    let requestCount = 0;
    const proxy = await startForwardingProxy(() => {
      requestCount += 1;
      return api.base;
    });
    const refused = await run(program, file, proxy.url, "999999").catch((failure) => failure);
    proxy.close();
    expect(refused.code).toBeGreaterThan(0);
    expect(`${refused.stdout}${refused.stderr}`).toContain("school_year_unavailable");
    expect(requestCount).toBe(1);
  });

  test("runs as printed and prints the reference", async (context) => {
    if (!(await isInstalled(requiredProgram)))
      return context.skip(`${requiredProgram} is not on this machine`);
    const { stdout } = await run(program, file, api.base);
    if (file.startsWith("read-")) expect(JSON.stringify(JSON.parse(stdout))).toContain('"school_hours"');
    else expect(await referenceExists(/^[34679A-Z]{8}$/m.exec(stdout)?.[0])).toBe(true);
  });
});

test("4: the documentation's webhook receiver prints a signed event once and rejects others", async () => {
  const secret = createWebhookSecret();
  const port = String(await reservePort());
  const receiver = killWithTests(
    spawn(process.execPath, [`${FOLDER}/${RECEIVER}`], {
      env: { ...process.env, PORT: port, WEBHOOK_SECRET: secret.text },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  let printed = "";
  receiver.stdout.on("data", (text) => (printed += text));
  const data = { reference: "K7M3XQ9A", state: "accepted", version: 1 };
  const body = JSON.stringify({ type: "enrollment.accepted", timestamp: new Date().toISOString(), data });
  const headers = createSignedHeaders({ id: "41", seconds: Math.floor(Date.now() / 1000), body }, [
    secret.bytes,
  ]);
  const post = (text: string) =>
    fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: text }).then(
      ({ status }) => status,
      () => 0, // not there yet
    );
  await expect.poll(() => post(body)).toBe(204);
  await disconnectHalfway(Number(port));
  expect([await post(body.replace("accepted", "rejected")), await post(body)]).toEqual([400, 204]);
  await expect.poll(() => printed).toBe("enrollment.accepted K7M3XQ9A accepted\n");
  receiver.kill();
});

/** A client that disconnects while sending. */
async function disconnectHalfway(port: number) {
  const sender = connect(port, "127.0.0.1");
  sender.write("POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n");
  await once(sender, "data"); // it is being read
  sender.resetAndDestroy();
}

const installed = new Map<string, Promise<boolean>>();

function isInstalled(program: string): Promise<boolean> {
  const check =
    installed.get(program) ??
    promisify(execFile)(program, ["--version"]).then(
      () => true,
      () => false,
    );
  installed.set(program, check);
  return check;
}

async function referenceExists(reference = "") {
  return (await api.get(`academic/enrollments/${reference}`)).status === 200;
}

async function run(program: string, file: string, base: string, year = String(getSchoolYearIds().current)) {
  const REFERENCE = await enrollFor(file);
  const SPECIALITY = String(speciality);
  return promisify(execFile)(program, [`${FOLDER}/${file}`], {
    env: { ...process.env, BASE_URL: base, API_KEY: api.key, SCHOOL_YEAR: year, SPECIALITY, REFERENCE },
  });
}

/** Siblings and returning students need an existing enrollment. */
async function enrollFor(file: string): Promise<string> {
  const response = file.includes("sibling")
    ? await api.enrollMinor(aMinor())
    : await api.enrollAdult({ ...anAdult(), school_year_id: getSchoolYearIds().next });
  return String(response.headers["enrollment-reference"]);
}

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEmbedded } from "@/lib/platform/database/embedded";
import packageJson from "@/package.json" with { type: "json" };
import { getTimeoutScale } from "../runner/timeout-scale";
import { aMinor, anAdult } from "../support/data/factories";
import { completeForm } from "../support/http/complete-form";
import { sendRequest } from "../support/http/http-client";
import { killWithTests, stopChildren } from "../support/processes/child-processes";
import { reservePort } from "../support/processes/free-port";
import { getRunArgs } from "../support/processes/programs";

// Unpacks the archive of `npm run release` in an empty environment and uses it.
const RELEASE = "release";

const archive = readdirSync(RELEASE).find((name) => name.endsWith(".tar.gz"));
if (!archive) throw new Error("There is no release. Run: npm run release");
const folder = await mkdtemp(path.join(tmpdir(), "matricula-release-"));
const postgres = await openEmbedded(path.join(folder, "postgres"), () => {});
try {
  verifyChecksum(archive);
  execFileSync("tar", ["-xzf", path.resolve(RELEASE, archive), "-C", folder]);
  await tryRelease(path.join(folder, "matricula"));
  console.log("The release runs.");
} finally {
  await stopChildren();
  await postgres.release();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

function verifyChecksum(name: string) {
  const [expected] = readFileSync(path.join(RELEASE, `${name}.sha256`), "utf8").split(" ");
  const actual = createHash("sha256")
    .update(readFileSync(path.join(RELEASE, name)))
    .digest("hex");
  assertThat("the checksum is the archive's", expected === actual);
}

async function tryRelease(release: string) {
  const port = await reservePort();
  const node = path.join(release, "node_modules/.bin/node");
  const environment = {
    ...{ PATH: "/usr/bin:/bin", HOME: folder, DATABASE_URL: postgres.url, PORT: String(port), ENV_FILE: "" },
    ...{
      APP_URL: `http://localhost:${port}`,
      MAIL_TRANSPORT: "mailbox",
      DATA_DIR: path.join(folder, "data"),
    },
    ...{
      RATE_LIMIT_FORM_SENDS_PER_HOUR: "0",
      MAILBOX_OPEN: "true",
      PROCESSES: "2",
      NODE_ENV: "production" as const,
    },
    DATABASE_PATIENCE: String(getTimeoutScale()),
  };
  const run = (script: string, ...args: string[]) =>
    execFileSync(node, ["--run", script, "--", ...args], {
      cwd: release,
      env: environment,
      encoding: "utf8",
    });

  run("db", "migrate");
  execFileSync(process.execPath, getRunArgs("test/support/processes/seed-school.ts"), {
    env: { ...process.env, ...environment },
  });
  const key = /mat_\S+/.exec(run("key", "create", "night"))?.[0] ?? "";

  const server = killWithTests(
    spawn("sh", ["-c", packageJson.scripts.start], {
      cwd: release,
      env: { ...environment, PATH: `${path.dirname(node)}:${environment.PATH}` },
      stdio: ["ignore", "pipe", "inherit"],
    }),
    "SIGTERM",
  );
  let printed = "";
  for await (const chunk of server.stdout) {
    printed += chunk;
    if (printed.includes("Try it:")) break;
  }
  const base = `http://127.0.0.1:${port}`;
  const enrolled = await sendRequest("POST", `${base}/api/v1/academic/adult_enrollment`, {
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: anAdult(),
  });
  assertThat("the API enrolls", enrolled.status === 201);
  const reference = await completeForm(base, aMinor({ guardians: 2 }));
  assertThat("the form enrolls", run("enrollments", "show", reference).includes(reference));
  for (const page of ["/", "/docs", "/docs/es", "/desk", "/mailbox", "/enroll", "/readyz", "/no-such-page"])
    assertThat(`${page} is answered`, [200, 404].includes((await fetch(base + page)).status));
  const [, tgz = ""] =
    /href="[^"]*(\/docs\/packages\/[^"]+\.tgz)"/.exec(await (await fetch(`${base}/docs`)).text()) ?? [];
  assertThat("the packages are handed out", (await fetch(base + tgz)).status === 200);
  run("doctor");
}

function assertThat(statement: string, isTrue: boolean) {
  if (!isTrue) throw new Error(`Not so: ${statement}`);
  console.log(`ok ${statement}`);
}

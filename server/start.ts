import "./startup/uncaught-errors";
import { spawn } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureMailboxToken } from "@/lib/platform/crypto";
import { getDirectUrl, listDatabaseUrls } from "@/lib/platform/database/connections";
import { findFreePort } from "@/lib/platform/database/embedded-process";
import { migrate } from "@/lib/platform/database/migrations";
import { closeDatabase, getPortPath, openDatabase } from "@/lib/platform/database/open-database";
import { env, requireMailSettings } from "@/lib/platform/env";
import { replayErasures } from "@/lib/privacy/verbs";
import { getPublicUrl } from "@/lib/school/settings";
import { requireDraftKeys } from "@/lib/wizard/drafts/writes";
import { buildIfStale } from "./build/build";
import { lockBuild } from "./build/build-lock";
import { ProcessManager } from "./cluster/process-manager";
import { ensureDemoSchool, getAdministratorLink } from "./demo/demo-school";
import { startWorkers } from "./jobs/workers";
import { runMain } from "./run-main";
import { getSetupWarnings } from "./startup/setup-warnings";
import { listenForShutdown } from "./startup/shutdown-signal";
import { waitForDatabase } from "./startup/wait-for-database";
import { withTimeout } from "./startup/with-timeout";

/** A dead connection would block the end. */
const CLOSE_MS = 3_000;

const dev = process.argv.includes("--dev");
process.env.NEXT_TELEMETRY_DISABLED ??= "1";
const print = (step: string) => process.stdout.write(`${step}\n`);

const processes = dev ? undefined : new ProcessManager();
const { signal, aborted } = listenForShutdown();
let reload = () => {};
process.on("SIGUSR2", () => reload());

await runMain(async () => {
  requireMailSettings();
  await resolvePort(env.PORT); // before creating a database
  if (!env.embedded) for (const address of listDatabaseUrls()) await waitForDatabase(address, print, signal);
  if (signal.aborted) return;
  const embedded = await openDatabase(print);
  if (embedded && !(await embedded.claimServer())) {
    await embedded.release();
    throw new Error(
      `Matrícula is already running on ${env.DATA_DIR}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    env.PORT = await resolvePort(env.PORT);
    const demoKey = await prepareSchool(embedded !== undefined).catch((error): undefined => {
      if (!signal.aborted) throw error; // otherwise the wait was aborted
    });
    if (signal.aborted) return;
    if (!dev) await buildIfStale(print, signal);
    if (embedded) await writeFile(getPortPath(), String(env.PORT));
    if (!signal.aborted) await serveUntilStopped(demoKey);
  } finally {
    await rm(getPortPath(), { force: true });
    await withTimeout(CLOSE_MS, closeDatabase());
    await embedded?.release();
  }
});
process.exit(); // libraries may keep connections open

async function prepareSchool(demo: boolean): Promise<string | undefined> {
  const applied = await migrate(getDirectUrl(), { onWait: print, signal });
  if (applied.length > 0) print(`Applied ${applied.length} migration${applied.length === 1 ? "" : "s"}`);
  const demoKey = demo ? await ensureDemoSchool(print) : undefined;
  await requireDraftKeys(new Date());
  const erasedCount = await replayErasures(new Date());
  if (erasedCount > 0) print(`Erased ${erasedCount} anew whom a restored backup had brought back`);
  for (const warning of await getSetupWarnings()) print(`Warning: ${warning}`);
  return demoKey;
}

async function serveUntilStopped(demoKey: string | undefined) {
  const { started, startJobs, startDraining, stop } = processes ? serveWithProcesses(processes) : watch();
  await Promise.race([started, aborted]).catch(async (error) => {
    await stop();
    if (!signal.aborted) throw error;
  });
  if (!signal.aborted) {
    const link = demoKey ? await getAdministratorLink().catch(() => undefined) : undefined; // requests are already served
    print(formatWelcome(demoKey, link));
    startJobs();
  }
  await aborted;
  print("Stopping…");
  await startDraining();
  await sleep(env.shutdownGraceMs); // load balancers poll /readyz meanwhile
  await stop();
}

/** Jobs run in the primary, requests in its processes. */
function serveWithProcesses(processes: ProcessManager) {
  let jobs: ReturnType<typeof startWorkers> | undefined;
  const buildLock = lockBuild();
  reload = () => void processes.reload();
  return {
    started: Promise.all([processes.start(), buildLock]),
    startJobs: () => {
      if (env.WORKER) jobs = startWorkers();
    },
    startDraining: () => processes.startDraining(),
    stop: async () => {
      await Promise.all([processes.stop(), jobs?.stop()]);
      await (await buildLock)();
    },
  };
}

/** 0 chooses a free port. @throws Error if `PORT` is taken */
async function resolvePort(port: number): Promise<number> {
  const freePort = await findFreePort(port, env.HOST);
  if (freePort !== undefined) return freePort;
  throw new Error(`Port ${port} is taken. Set PORT to another one.`);
}

/** Development: restarts the server when one of its files changes. */
function watch() {
  const child = spawn(
    process.execPath,
    ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false", "server/serve-dev.ts"],
    { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, PORT: String(env.PORT) } },
  );
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    started: Promise.resolve(),
    startJobs: () => {}, // done by the child
    startDraining: async () => {},
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function formatWelcome(demoKeyFile: string | undefined, administratorLink: string | undefined): string {
  const base = getPublicUrl();
  const key = demoKeyFile ? `$(cat ${shellQuoted(demoKeyFile)})` : "<API_KEY>";
  const lines = [
    "",
    `  Enrollment form   ${base}/enroll`,
    `  School's desk     ${base}/desk`,
    ...(administratorLink ? [`  Its administrator ${administratorLink}  (one use, three days)`] : []),
    `  API reference     ${base}/docs`,
    ...(env.MAIL_TRANSPORT === "mailbox" ? [`  Mailbox           ${mailboxUrl(base)}`] : []),
    ...(demoKeyFile ? [`  Demo API key      ${demoKeyFile}`] : []),
    "",
    "  Try it:",
    `  curl -H "Authorization: Bearer ${key}" ${base}/api/v1/academic/school_years`,
    "",
  ];
  return lines.join("\n");
}

function mailboxUrl(base: string): string {
  return `${base}/mailbox${env.MAILBOX_OPEN ? "" : `?token=${ensureMailboxToken()}`}`;
}

function shellQuoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

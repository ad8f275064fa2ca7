import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "@/lib/database/migrate";
import { closeDatabase, openDatabase } from "@/lib/database/open";
import { env, requireMailSettings } from "@/lib/env";
import { requireDraftKeys } from "@/lib/form/server/draft-keys";
import { replayErasures } from "@/lib/privacy/replay";
import { stopTaking } from "@/lib/readiness";
import { publicUrl } from "@/lib/school/settings";
import { actionKey } from "./action-key";
import { awaitDatabase } from "./await-database";
import { buildIfStale } from "./build";
import { administratorLink, ensureDemo } from "./demo";
import { run } from "./run";
import { serve } from "./serve";
import { stopSignal } from "./stop-signal";
import { forgotten } from "./warnings";

const dev = process.argv.includes("--dev");
process.env.NEXT_TELEMETRY_DISABLED ??= "1";
const say = (step: string) => process.stdout.write(`${step}\n`);

const { signal, came } = stopSignal();

await run(async () => {
  requireMailSettings();
  if (env.DATABASE_URL) await awaitDatabase(env.DATABASE_URL, say, signal);
  if (signal.aborted) return;
  const embedded = await openDatabase(say);
  if (embedded && !(await embedded.claimServer())) {
    await embedded.release();
    throw new Error(
      `Matrícula is already running on ${env.DATA_DIR}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    env.PORT = await usablePort(env.PORT);
    const demoKey = await prepareSchool(embedded !== undefined);
    if (!dev) await buildIfStale(say, { signal, key: embedded ? undefined : await actionKey() });
    if (!signal.aborted) await serveUntilStopped(demoKey);
  } finally {
    await closeDatabase();
    await embedded?.release();
  }
});
process.exit(); // what a library may still hold open keeps nobody waiting

/** Migrations, the demo school where there is no other, and what would fail families later. */
async function prepareSchool(demo: boolean): Promise<string | undefined> {
  const applied = await migrate(env.DATABASE_URL as string);
  if (applied.length > 0) say(`Applied ${applied.length} migration${applied.length === 1 ? "" : "s"}`);
  const demoKey = demo ? await ensureDemo(say) : undefined;
  await requireDraftKeys(new Date());
  const back = await replayErasures(new Date());
  if (back > 0) say(`Erased ${back} anew whom a restored backup had brought back`);
  for (const warning of await forgotten()) say(`Warning: ${warning}`);
  return demoKey;
}

async function serveUntilStopped(demoKey: string | undefined) {
  const stop = dev ? await watch() : await serve({ dev: false });
  if (!signal.aborted) say(welcome(demoKey, demoKey ? await administratorLink() : undefined));
  await came;
  say("Stopping…");
  stopTaking();
  await sleep(env.SHUTDOWN_GRACE_SECONDS * 1000); // whoever balances looks at /readyz meanwhile
  await stop();
}

/** `PORT`, or with PORT_NEXT_FREE=true the first free one from there on. */
async function usablePort(port: number): Promise<number> {
  if (port === 0 || (await isFree(port))) return port;
  if (env.PORT_NEXT_FREE) return usablePort(port + 1);
  throw new Error(
    `Port ${port} is taken. Set PORT to another one, or PORT_NEXT_FREE=true to take the next free one.`,
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, env.HOST, () => probe.close(() => resolve(true)));
  });
}

/** In development the server is a child that starts again when a file that it has loaded changes. */
async function watch() {
  const child = spawn(
    process.execPath,
    ["node_modules/tsx/dist/cli.mjs", "watch", "--clear-screen=false", "server/serve-dev.ts"],
    {
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        PORT: String(env.PORT),
        DATABASE_URL: env.DATABASE_URL,
        MAIL_TRANSPORT: env.MAIL_TRANSPORT,
      },
    },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}

function welcome(demoKeyFile: string | undefined, administrator: string | undefined): string {
  const base = publicUrl();
  const key = demoKeyFile ? `$(cat ${shellQuoted(demoKeyFile)})` : "<API_KEY>";
  const lines = [
    "",
    `  Enrollment form   ${base}/enroll`,
    `  School's desk     ${base}/desk`,
    ...(administrator ? [`  Its administrator ${administrator}  (one use, three days)`] : []),
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

/** By a name of this machine, to which it answers alone. */
function mailboxUrl(base: string): string {
  return `${env.MAILBOX_OPEN ? base : `http://localhost:${env.PORT}`}/mailbox`;
}

function shellQuoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

import { fork } from "node:child_process";
import { once } from "node:events";
import pg from "pg";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { buildIfStale } from "@/server/build/build";
import { createRunFolder } from "@/test/runner/run-folder";
import { disableDurability } from "@/test/support/database/test-database";
import { bundleTestPrograms, getForkArgs } from "@/test/support/processes/programs";
import { saveData } from "./restore-data";

const logStep = (step: string) => process.stdout.write(`${step}\n`);

/** Once per run: production build, PostgreSQL, and a template school. */
export default async function setup() {
  await buildIfStale(logStep);
  await bundleTestPrograms();
  const { folder, remove } = await createRunFolder();
  const embedded = await openEmbedded(folder, logStep);
  process.env.E2E_DATABASE_SERVER = embedded.url;
  process.env.E2E_FOLDER = folder;
  const { key, testKey, signalKey } = await prepareTemplate(embedded.url);
  Object.assign(process.env, { E2E_API_KEY: key, E2E_TEST_KEY: testKey, E2E_SIGNAL_KEY: signalKey });

  return async () => {
    await embedded.release();
    await remove();
  };
}

type Keys = { key: string; testKey: string; signalKey: string };

/** Returns API keys that are valid in every copy. */
async function prepareTemplate(serverUrl: string): Promise<Keys> {
  const owner = new pg.Client(serverUrl);
  await owner.connect();
  await owner.query("create database template_matricula");
  await disableDurability(owner);
  await owner.end();

  const url = new URL(serverUrl);
  url.pathname = "/template_matricula";
  const [program, options] = getForkArgs("e2e/support/servers/prepare-school.ts");
  const env = { ...process.env, DATABASE_URL: url.href, MAIL_TRANSPORT: "mailbox" };
  const child = fork(program, { ...options, env });
  const [keys] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (typeof keys !== "object") throw new Error("The school for the tests could not be prepared; see above.");
  if (child.exitCode === null) await once(child, "exit");
  const template = new pg.Client(url.href);
  await template.connect();
  await saveData(template);
  await template.end(); // a database in use cannot be copied
  return keys as Keys;
}

import pg from "pg";
import { inject } from "vitest";
import { buildIfStale } from "@/server/build/build";
import { getCpuSeconds } from "@/test/runner/cpu-time/cpu-time";
import { saveFileTimes } from "@/test/runner/cpu-time/slowest-files";
import { runFromBuild } from "./npm-start";

/** Built by the first test file that needs it; others wait. */
export async function ensureBuild() {
  const client = new pg.Client(inject("serverUrl"));
  await client.connect();
  await client.query("select pg_advisory_lock(6)");
  const before = getCpuSeconds();
  let isBuilt = false;
  const onBuild = () => (isBuilt = true);
  await buildIfStale(onBuild).finally(() => client.end());
  if (isBuilt) saveFileTimes("build", new Map([["the production build", getCpuSeconds() - before]]));
  runFromBuild();
}

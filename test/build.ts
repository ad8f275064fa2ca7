import pg from "pg";
import { inject } from "vitest";
import { buildIfStale } from "@/server/build";
import { runFromBuild } from "./matricula";

/** The production build, made by whichever test file asks first; the others wait for it. */
export async function built() {
  const client = new pg.Client(inject("serverUrl"));
  await client.connect();
  await client.query("select pg_advisory_lock(6)");
  await buildIfStale(() => {}).finally(() => client.end());
  runFromBuild();
}

import pg from "pg";
import { inject } from "vitest";
import { buildIfStale } from "@/server/build";
import { runFromBuild } from "./matricula";
import { keepFiles } from "./processor/files";
import { takenSoFar } from "./processor/taken";

/** The production build, made by whichever test file asks first; the others wait for it. */
export async function built() {
  const client = new pg.Client(inject("serverUrl"));
  await client.connect();
  await client.query("select pg_advisory_lock(6)");
  const before = takenSoFar();
  let isMade = false;
  const note = () => (isMade = true);
  await buildIfStale(note).finally(() => client.end());
  if (isMade) keepFiles("build", new Map([["the production build", takenSoFar() - before]]));
  runFromBuild();
}

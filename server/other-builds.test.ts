import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdaptPost } from "@/lib/http/page-listener";
import { prisma } from "@/lib/prisma";
import { startServer } from "@/server";
import { send } from "@/test/http";
import { adaptPosts } from "./other-builds";

const SAVE = `40${"a".repeat(40)}`;
const STRANGER = `40${"b".repeat(40)}`;
const ELSEWHERE = `40${"c".repeat(40)}`;

let folder: string;
let adapt: AdaptPost;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "matricula-other-builds-"));
  await mkdir(path.join(folder, ".next/server"), { recursive: true });
  const filename = "app/[locale]/enroll/actions.ts";
  const node = { [SAVE]: { filename, exportedName: "saveStep" } };
  await writeFile(path.join(folder, ".next/server/server-reference-manifest.json"), JSON.stringify({ node }));
  await prisma().serviceKey.create({ data: { name: `action ${ELSEWHERE}`, value: `${filename} saveStep` } });
  const here = process.cwd();
  process.chdir(folder);
  adapt = await adaptPosts();
  process.chdir(here);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a post that is no form, whatever ids it holds, is answered and ends nothing", async () => {
  const pages = (_: unknown, outgoing: { end: (text: string) => unknown }) => outgoing.end("a page");
  const server = await startServer({ port: 0, host: "127.0.0.1", pages, adaptPost: adapt });
  const body = `{"id":"${STRANGER}"}`;
  for (const type of ["text/plain", "application/json", "application/x-www-form-urlencoded; charset=x"]) {
    const headers = { "Content-Type": type };
    const answer = await send("POST", `http://127.0.0.1:${server.port}/enroll/name`, { headers, body });
    expect([type, answer.status]).toEqual([type, 200]);
  }
  await server.stop();
});

test("ids of other builds are looked for in the first few of a post alone", async () => {
  const post = (before: number) => {
    const strangers = Array.from({ length: before }, (_, at) => `40${String(at).padStart(40, "0")}`);
    const ids = [...strangers, ELSEWHERE].map((id) => `"id":"${id}"`);
    return { path: "/desk", type: "text/plain", action: undefined, body: Buffer.from(ids.join()) };
  };
  expect((await adapt(post(2))).body.toString()).toContain(SAVE);
  expect((await adapt(post(500))).body.toString()).not.toContain(SAVE);
});

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Following, followEvents, type KnownEvent } from "@/clients/typescript/events";
import { VerificationError, verify } from "@/clients/typescript/verify";
import { numberEvents } from "@/lib/events/worker";
import { prisma } from "@/lib/platform/database/prisma";
import { createSignedHeaders, createWebhookSecret } from "@/lib/webhooks/secrets";
import { anAdult } from "../support/data/factories";
import { readCodeBlocks } from "../support/documents/documents";
import { sendRequest } from "../support/http/http-client";
import { createTestFolder } from "../support/processes/test-folder";
import { startDemoApi } from "../support/servers/api";
import { startHttpServer } from "../support/servers/http-server";

const { api } = await startDemoApi();
const folder = await createTestFolder();

const run = promisify(execFile);

test("the TypeScript client's example runs", async () => {
  const { stdout } = await run(process.execPath, ["--import", "tsx", "clients/typescript/example.ts"], {
    env: { ...process.env, BASE_URL: api.base, API_KEY: api.key },
  });
  const [subjects = "", reference = "", ...events] = stdout.trim().split("\n");
  expect(subjects).toMatch(/^\d{4}\/\d{4}: \d+ subjects$/);
  expect(reference).toMatch(/^[34679A-Z]{8}$/);
  expect(events.length).toBeLessThan(2); // without a worker no event is numbered
});

const CONSUMER = `
import { answerOf, MatriculaError, matricula, verify } from "matricula-client";

const [base, key, after, body] = process.argv.slice(2) as [string, string, string, string];
const api = matricula(base, key, { timeOutMs: 60_000 });
const { data: [year] } = await answerOf(api.GET("/api/v1/academic/school_years"));
const { reference, replayed } = await api.enroll("adult", JSON.parse(body), { language: "ca" });
const refused = await api.enroll("adult", JSON.parse(body)).catch((error: unknown) => error);
if (!(refused instanceof MatriculaError)) throw refused;
const heard: string[] = [];
for await (const event of api.events({ after, every: 50 })) {
  if (event.type === "mail.failed") { const recipient: string = event.data.recipient; console.error(recipient); }
  if (event.type !== "enrollment.created") continue;
  heard.push(event.data.reference);
  if (event.data.reference === reference) break;
}
const forged = await verify("{}", { "webhook-id": "1" }, "whsec_AAAA").catch((error: Error) => error.name);
console.log(JSON.stringify({
  year: year?.year,
  reference,
  replayed,
  heard,
  forged,
  refused: [refused.status, refused.code, refused.fields.map(({ code }) => code)],
}));
`;

test("integrators 9: the packed client compiles under nodenext and bundler, and retries lost requests", async () => {
  await install();
  const compiler = path.resolve("node_modules/typescript/bin/tsc");
  for (const [module, resolution] of [
    ["esnext", "bundler"],
    ["nodenext", "nodenext"],
  ] as const) {
    const options = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--target",
      "es2022",
      "--types",
      "node",
      "--module",
      module,
      "--moduleResolution",
      resolution,
    ];
    await run(process.execPath, [compiler, ...options, "consumer.ts", "readme.ts"], { cwd: folder });
  }
  const env = { ...process.env, API_KEY: api.key };
  await run(process.execPath, [path.join(folder, "readme.js")], { env });
  await expect(run(process.execPath, [path.join(folder, "readme.js")])).rejects.toThrow("invalid_api_key");
  const body = anAdult();
  const proxy = await startUnreliableProxy();
  await numberEvents();
  const { next } = JSON.parse((await api.get("events")).text);
  const args = [path.join(folder, "consumer.js"), proxy.url, api.key, next, JSON.stringify(body)];
  const numbering = setInterval(() => numberEvents(), 200);
  const { stdout } = await run(process.execPath, args).finally(() => clearInterval(numbering));
  proxy.close();
  const { reference, ...result } = JSON.parse(stdout);
  expect(result).toEqual({
    year: expect.stringMatching(/^\d{4}\/\d{4}$/),
    replayed: true,
    heard: [reference],
    forged: "VerificationError",
    refused: [409, "duplicate", ["email_taken", "document_taken"]],
  });
  const enrolled = await prisma().enrollment.findMany({
    where: { student: { email: body.student_email } },
    select: { reference: true, locale: true },
  });
  expect(enrolled).toEqual([{ reference, locale: "ca" }]);
});

test("integrators 18: each package can be packed again with the same result", async () => {
  const files = await readdir(PACKAGES);
  expect(files).toHaveLength(2);
  for (const file of files) {
    const alone = await mkdtemp(path.join(folder, "alone-"));
    await run("tar", ["xzf", path.resolve(PACKAGES, file), "--strip-components=1", "-C", alone]);
    await run("npm", ["pack", "--silent", "--offline"], { cwd: alone });
    expect(await readFile(path.join(alone, file))).toEqual(await readFile(path.join(PACKAGES, file)));
  }
});

test("integrators 18: the client reads events in pages until it is stopped", async () => {
  const stored = ["1", "2", "3", "4", "5"].map((id) => ({ id, type: "catalogue.changed" }) as KnownEvent);
  const cursors: (string | undefined)[] = [];
  const stop = new AbortController();
  const readPage = async (after: string | undefined) => {
    cursors.push(after);
    if (cursors.length === 5) stop.abort();
    const data = stored.slice(Number(after ?? 0)).slice(0, 2);
    return { data, next: data.at(-1)?.id ?? after ?? "" };
  };
  const ids = async (following: Following) => {
    const ids = [];
    for await (const { id } of followEvents(readPage, following)) ids.push(id);
    return ids;
  };
  expect(await ids({ every: 1, signal: stop.signal })).toEqual(["1", "2", "3", "4", "5"]);
  expect(cursors).toEqual([undefined, "2", "4", "5", "5"]);
  expect(await ids({ after: "3", every: false })).toEqual(["4", "5"]);
});

test("integrators 18: the client accepts only events signed with the endpoint's secret", async () => {
  const [secret, previous, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()];
  const body = JSON.stringify({ type: "enrollment.erased", timestamp: "…", data: { reference: "K7M3XQ9A" } });
  const now = Math.floor(Date.now() / 1000);
  const sign = (seconds = now) =>
    createSignedHeaders({ id: "41", seconds, body }, [secret.bytes, previous.bytes]);
  const event = { id: "41", ...JSON.parse(body) };
  expect(await verify(body, sign(), secret.text)).toEqual(event);
  expect(await verify(body, new Headers(sign()), previous.text)).toEqual(event);
  for (const [text, headers, signer] of [
    [body.replace("erased", "created"), sign(), secret],
    [body, sign(), other],
    [body, sign(now - 301), secret],
    [body, sign(now + 600), secret], // more than the bound, since the clock goes on
    [body, { ...sign(), "webhook-id": "42" }, secret],
    [body, { ...sign(), "webhook-signature": "v1,?" }, secret],
    [body, {}, secret],
  ] as const)
    await expect(verify(text, headers, signer.text)).rejects.toThrow(VerificationError);
});

/** Inside this folder, for its compiler. */
const PACKAGES = "test-results/packages";

/** A consumer's project with the package, installed offline. */
async function install() {
  await run(process.execPath, ["--import", "tsx", "tools/client/build-packages.ts", PACKAGES]);
  const file = (await readdir(PACKAGES)).find((name) => name.startsWith("matricula-client-")) ?? "";
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  const options = ["--offline", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...options, path.resolve(PACKAGES, file)], { cwd: folder });
  for (const name of ["@types", "undici-types"])
    await symlink(path.resolve("node_modules", name), path.join(folder, "node_modules", name));
  await writeFile(path.join(folder, "consumer.ts"), CONSUMER);
  const printed =
    readCodeBlocks("clients/typescript/README.md").find(({ language }) => language === "ts")?.text ?? "";
  await writeFile(path.join(folder, "readme.ts"), printed.replace("https://school.example", api.base));
}

/** A proxy: the first read gets a 503, the first enrollment's response is lost. */
async function startUnreliableProxy() {
  let [reads, writes] = [0, 0];
  return startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      if (request.method === "GET" && ++reads === 1) {
        response.writeHead(503, { "Retry-After": "1" }).end("{}");
        return;
      }
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const answer = await sendRequest(request.method ?? "GET", `${api.base}${request.url}`, {
        headers,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      if (request.method === "POST" && ++writes === 1) response.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.text);
    });
  });
}

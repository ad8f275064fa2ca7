import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/prisma";
import { type Api, startApi } from "./api";
import { anAdult } from "./factories";
import { send } from "./http";
import { blocksOf } from "./read-documents";
import { aSchool } from "./school";

let api: Api;
let folder: string;
let line: Server;
beforeAll(async () => {
  await aSchool();
  api = await startApi();
  folder = await mkdtemp(path.join(tmpdir(), "matricula-client-test-"));
});
afterAll(async () => {
  line.closeAllConnections();
  line.close();
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = promisify(execFile);

test("the TypeScript client's example runs", async () => {
  const { stdout } = await run(process.execPath, ["--import", "tsx", "clients/typescript/example.ts"], {
    env: { ...process.env, BASE_URL: api.base, API_KEY: api.key },
  });
  expect(stdout).toMatch(/^\d{4}\/\d{4}: \d+ subjects\nEnrollment created successfully\. [34679A-Z]{8}\n$/);
});

const CONSUMER = `
import { dataOf, MatriculaError, matricula } from "matricula-client";

const [base, key, body] = process.argv.slice(2) as [string, string, string];
const api = matricula(base, key, { timeOutMs: 60_000 });
const [year] = await dataOf(api.GET("/api/v1/academic/school_years"));
const answer = await api.POST("/api/v1/academic/adult_enrollment", { body: JSON.parse(body) });
const refused = await dataOf(api.POST("/api/v1/academic/adult_enrollment", { body: JSON.parse(body) }))
  .catch((error: unknown) => error);
if (!(refused instanceof MatriculaError)) throw refused;
console.log(JSON.stringify({
  year: year?.year,
  reference: answer.response.headers.get("Enrollment-Reference"),
  replayed: answer.response.headers.get("Idempotency-Replayed"),
  refused: [refused.status, refused.code, refused.fields.map(({ code }) => code)],
}));
`;

test("9: packed and installed, the client compiles under nodenext and bundler and sends again what was lost", async () => {
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
  const base = await unreliable();
  const args = [path.join(folder, "consumer.js"), base, api.key, JSON.stringify(body)];
  const { stdout } = await run(process.execPath, args);
  const { reference, ...said } = JSON.parse(stdout);
  expect(said).toEqual({
    year: expect.stringMatching(/^\d{4}\/\d{4}$/),
    replayed: "true",
    refused: [409, "duplicate", ["email_taken", "document_taken"]],
  });
  const enrolled = await prisma().enrollment.findMany({
    where: { student: { email: body.student_email } },
    select: { reference: true },
  });
  expect(enrolled).toEqual([{ reference }]);
});

/** A consumer's project, in which what `npm pack` makes is installed. */
async function install() {
  const source = path.join(folder, "source");
  await cp("clients/typescript", source, { recursive: true });
  await symlink(path.resolve("node_modules"), path.join(source, "node_modules"));
  const { stdout } = await run("npm", ["pack", "--silent"], { cwd: source });
  const packed = path.join(folder, "node_modules/matricula-client");
  await mkdir(packed, { recursive: true });
  await run("tar", ["xzf", path.join(source, stdout.trim()), "--strip-components=1", "-C", packed]);
  const { dependencies } = JSON.parse(await readFile(path.join(packed, "package.json"), "utf8"));
  for (const name of [...Object.keys(dependencies), "openapi-typescript-helpers", "@types", "undici-types"])
    await symlink(path.resolve("node_modules", name), path.join(folder, "node_modules", name));
  await writeFile(path.join(folder, "package.json"), '{"type":"module"}');
  await writeFile(path.join(folder, "consumer.ts"), CONSUMER);
  const printed =
    blocksOf("clients/typescript/README.md").find(({ language }) => language === "ts")?.text ?? "";
  await writeFile(path.join(folder, "readme.ts"), printed.replace("https://school.example", api.base));
}

/** Stands before the API: the first read is told to come back, the first enrollment's answer is lost on the way. */
async function unreliable(): Promise<string> {
  let [reads, writes] = [0, 0];
  line = createServer((request, response) => {
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
      const answer = await send(request.method ?? "GET", `${api.base}${request.url}`, {
        headers,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      if (request.method === "POST" && ++writes === 1) response.destroy();
      else response.writeHead(answer.status, answer.headers).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
}

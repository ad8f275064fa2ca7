import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "./api";
import { aSchool } from "./school";
import { schoolYears } from "./school-years";

const FOLDER = "docs/snippets";
const PROGRAMS: Record<string, string> = { sh: "sh", mjs: process.execPath, py: "python3", php: "php" };

let api: Api;
beforeAll(async () => {
  await aSchool();
  api = await startApi();
});
afterAll(() => api.stop());

describe.each(readdirSync(FOLDER))("the documentation's %s", (file) => {
  const program = PROGRAMS[file.split(".").at(-1) ?? ""] as string;
  const needed = file.endsWith(".sh") ? "curl" : program;

  test("says why it was refused, after asking once, and fails", async (context) => {
    if (!(await isHere(needed))) return context.skip(`${needed} is not on this machine`);
    const { asked, base, close } = await counting(api.base);
    const refused = await run(program, file, base, "999999").catch((failure) => failure);
    close();
    expect(refused.code).toBeGreaterThan(0);
    expect(`${refused.stdout}${refused.stderr}`).toContain("school_year_unavailable");
    expect(asked()).toBe(1);
  });

  test("runs as it is printed", async (context) => {
    if (!(await isHere(needed))) return context.skip(`${needed} is not on this machine`);
    const { stdout } = await run(program, file, api.base);
    if (file.startsWith("read-")) expect(JSON.stringify(JSON.parse(stdout))).toContain('"school_hours"');
    else expect(stdout).toMatch(/^[34679A-Z]{8}\s*$|Enrollment created successfully\./);
  });
});

/** A proxy in front of the API that counts what goes through. */
async function counting(target: string) {
  let asked = 0;
  const proxy = createServer((incoming, outgoing) => {
    asked += 1;
    const { method, headers, url } = incoming;
    const onwards = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onwards);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { asked: () => asked, base: `http://127.0.0.1:${port}`, close };
}

const isHere = (program: string) =>
  promisify(execFile)(program, ["--version"]).then(
    () => true,
    () => false,
  );

const run = (program: string, file: string, base: string, year = String(schoolYears().current)) =>
  promisify(execFile)(program, [`${FOLDER}/${file}`], {
    env: { ...process.env, BASE_URL: base, API_KEY: api.key, SCHOOL_YEAR: year },
  });

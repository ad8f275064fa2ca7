import { createHash } from "node:crypto";
import { globSync, readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { isKnownPath, listPageRoutes } from "@/lib/http/next-internals";
import { startServer } from "@/server";
import { type HttpResponse, sendRequest } from "./support/http/http-client";
import { createTestFolder } from "./support/processes/test-folder";
import { startMatricula } from "./support/servers/npm-start";
import { ensureBuild } from "./support/servers/production-build";

const apiRoutes = globSync("app/api/**/route.ts").map((file) =>
  file.slice("app".length, -"/route.ts".length),
);
const routes = [...listPageRoutes().map(({ route }) => route), ...apiRoutes];

/** Path segments and suffixes that look like files or Next's own. */
const SEGMENTS = ["x", "x.y", "x.rsc", "x%2Ersc", "x%2Fy.css"];
const ENDINGS = [".rsc", ".segments/_tree.segment.rsc", "%2ERSC", "/x.js", "?_rsc=1&a=.css"];

function listVariants(route: string): string[] {
  const [plain = "", ...dotted] = SEGMENTS.map((value) => route.replace(/\[+(?:\.\.\.)?\w+\]+/g, value));
  const withEndings = ENDINGS.map((ending) => plain + ending);
  const encoded = plain.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const inCatalan = route.startsWith("/api")
    ? []
    : [plain, ...dotted.slice(0, 2)].map((address) => `/ca${address}`);
  return [...new Set([plain, ...dotted, ...withEndings, encoded, plain.toUpperCase(), ...inCatalan])];
}

const addresses = routes.flatMap(listVariants);
const image = "/_next/image?url=%2Ficon-512.png&w=64&q=75";

test("only a file that exists skips load shedding", async () => {
  const server = await startServer({
    port: 0,
    host: "127.0.0.1",
    pages: (_, outgoing) => void outgoing.end("not shed"),
    pageOptions: { loadLimits: { maxConcurrent: 0, maxWaiting: 0 }, isKnownPath },
  });
  const readStatus = async (address: string) =>
    (await sendRequest("GET", `http://127.0.0.1:${server.port}${address}`)).status;
  const pages = addresses.filter((address) => !/^\/api/i.test(address));
  const unshed = [];
  for (const address of [...pages, "/anything.rsc", "/_next/none.js", "/icon.svg/x", image]) {
    const status = await readStatus(address);
    if (![303, 403, 404, 503].includes(status)) unshed.push([address, status]);
  }
  const file = await readStatus("/icon.svg");
  await server.stop();
  expect(unshed).toEqual([]);
  expect(file).toBe(200);
  expect(pages.length).toBeGreaterThan(routes.length);
});

describe("in production", async () => {
  const folder = await createTestFolder();
  let base: string;
  beforeAll(async () => {
    await ensureBuild();
    ({ base } = await startMatricula({ dataDir: path.join(folder, "data"), env: { MAILBOX_OPEN: "true" } }));
  });

  test("every address has a content security policy that names each script and style of its HTML", async () => {
    const mails = ["/mailbox/preview.guardian.es.html", "/mailbox/preview.guardian.ca.html"];
    const problems = [];
    for (const address of [...addresses, ...mails, "/anything.rsc", image, "/_next/static/none.js"]) {
      const answer = await sendRequest("GET", base + address, { headers: { Accept: "text/html" } });
      if (answer.status >= 500) problems.push([address, answer.status]);
      const problem = findPolicyProblem(answer);
      if (problem) problems.push([address, answer.status, problem]);
    }
    expect(problems).toEqual([]);
    expect((await sendRequest("GET", base + image)).status).toBe(404);
  });

  test("serves files of the build and of public/ by their exact names only", async () => {
    const [css] = globSync(".next/static/**/*.css");
    const files = [`/_next${css?.slice(".next".length)}`, ...listPublicFiles()];
    for (const file of files) {
      const { status, headers } = await sendRequest("GET", base + file);
      expect([file, status, headers["content-type"]]).not.toContain("text/html; charset=utf-8");
      expect([file, status]).toEqual([file, 200]);
      expect((await sendRequest("GET", base + file.toUpperCase())).status).toBe(404);
    }
  });

  test("a page whose address has a dot is the same in every language", async () => {
    for (const address of ["/admission/x.y", "/terms/x.y", "/account-setup/x.y"]) {
      const titles = [];
      for (const prefix of ["", "/ca"]) {
        const { status, headers } = await sendRequest("GET", `${base}${prefix}${address}`);
        titles.push([status, headers["content-type"], headers["cache-control"]]);
      }
      expect([address, titles[0]]).toEqual([address, titles[1]]);
    }
  });
});

function listPublicFiles(): string[] {
  const entries = readdirSync("public", { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative("public", path.join(entry.parentPath, entry.name))}`);
}

/**
 * Checks a content security policy (CSP level 3, section 6.7); undefined if it allows each script and
 * style.
 */
function findPolicyProblem({ headers, text }: HttpResponse): string | undefined {
  const policy = headers["content-security-policy"];
  if (!policy) return "no policy";
  if (!/^text\/html/.test(headers["content-type"] ?? "")) return;
  if (/unsafe-(?:inline|eval)/.test(String(policy))) return "an unsafe source";
  const nonce = /'nonce-([^']+)'/.exec(String(policy))?.[1];
  if (!nonce && /style-src 'unsafe-hashes' 'sha256-/.test(String(policy))) return;
  const isAllowed = (attributes = "", code = "") => {
    if (nonce) return attributes.includes(`nonce="${nonce}"`);
    if (/ src="\/[^/]/.test(attributes)) return true; // a file of ours
    return String(policy).includes(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
  };
  const elements = [...text.matchAll(/<(?:script|style)\b([^>]*)>(.*?)<\/(?:script|style)>/gs)];
  const violating = elements.find(
    ([, attributes, code]) => !attributes?.includes("application/") && !isAllowed(attributes, code),
  );
  return violating && `neither nonce nor hash: ${violating[0].slice(0, 200)}`;
}

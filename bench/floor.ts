import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Parser } from "htmlparser2";
import { toFormInput } from "@/e2e/support/answers";
import { getPathname } from "@/lib/http/request";
import { createFormClient } from "@/test/soak/form-client";
import { aMinor } from "@/test/support/data/factories";
import type { Bench, BenchOptions } from "./run";
import { getResultMedian, type LoadResult, runInterleaved, runLoad } from "./support/load-generator";
import { startPeer, startService } from "./support/peer-server";
import { formatFigure, formatMissed, formatTable, getMedian } from "./support/report";
import type { School } from "./support/school";

/** What a page may cost beside one that is nothing but its markup: rendered, and kept as bytes (decision 107). */
const GOALS = { rendered: 1.5, kept: 0.1 };

/** Of a round, and before the first: until then V8 compiles, which takes more of a larger program's time. */
const REQUESTS = 400;
const WARM_UP = 1_000;

/** Where the bare app stands: beside the packages, which Next looks for above it. */
const APP = path.resolve(".data/bench-floor");

type Page = { name: string; path: string; cookie: string; html: string; goal: number };
type MeasuredPage = Page & { ours: LoadResult[]; bare: LoadResult[] };

/** The form's pages beside a bare page of Next's with the same markup: what is ours of their price. */
export const bench: Bench = {
  title: "Form pages compared with plain Next pages",
  file: "docs/performance-floor.md",
  async measure({ url }: School, run) {
    const service = await startService(url, { PROCESSES: "1", WORKER: "false" });
    try {
      const pages = await openPages(service.base);
      run.print("Building the bare pages");
      await buildBare(pages);
      const bare = await startPeer("bare Next", "bare-next", { BENCH_APP: APP }, { asService: true });
      const measured: MeasuredPage[] = [];
      for (const page of pages) {
        run.print(`${page.name}: ours and bare, in turn`);
        const { path, cookie } = page;
        const headers = { "Accept-Encoding": "gzip", ...(cookie && { Cookie: cookie }) }; // as browsers ask
        const options = { path, headers, seconds: 0, requests: REQUESTS, connections: 4 };
        for (const peer of [service, bare]) await runLoad(peer, { ...options, requests: WARM_UP });
        const results = await runInterleaved([service, bare], options, run.rounds);
        measured.push({ ...page, ours: results.get(service.name) ?? [], bare: results.get(bare.name) ?? [] });
      }
      await bare.stop();
      return [formatPages(measured, run)];
    } finally {
      await service.stop();
      await rm(APP, { recursive: true, force: true });
    }
  },
};

/** A question before there is a draft; one with answers behind it; all answers. */
async function openPages(base: string): Promise<Page[]> {
  const visitor = createFormClient(base);
  const pages: Page[] = [];
  for (const path of ["/", "/enroll", "/sign-in", "/terms", "/enroll/birth-date"]) {
    await visitor.open(path);
    pages.push({ ...toPage(`\`${path}\`, cached`, visitor), path, goal: GOALS.kept });
  }
  pages.push({ ...toPage("birth-date", visitor), cookie: "known=1" });
  const answers = toFormInput(aMinor());
  const family = createFormClient(base);
  await family.open("/enroll/birth-date");
  for (let step = 0; step < 40; step++) {
    if (["student-name", "check"].includes(family.step())) pages.push(toPage(family.step(), family));
    if (family.step() === "check") return pages;
    const fields = family.controls().filter((name) => answers[name] !== undefined);
    await family.post(Object.fromEntries(fields.map((name) => [name, answers[name] as string])));
  }
  throw new Error(`The form did not come to its end: ${family.step()}`);
}

const toPage = (name: string, client: ReturnType<typeof createFormClient>): Page => ({
  name,
  path: client.address(),
  cookie: client
    .cookies()
    .map(([name, value]) => `${name}=${value}`)
    .join("; "),
  html: client.page(),
  goal: GOALS.rendered,
});

type Node = string | [tag: string, attributes: Record<string, unknown>, ...children: Node[]];

/** An app of Next's whose pages are these, element by element, and read a header, so that none is kept. */
async function buildBare(pages: Page[]) {
  const write = (file: string, text: string) => writeFile(path.join(APP, file), text);
  await rm(APP, { recursive: true, force: true });
  await mkdir(path.join(APP, "app/[[...path]]"), { recursive: true });
  await write("package.json", '{"type":"module"}');
  await write("next.config.js", `export default { turbopack: { root: ${JSON.stringify(process.cwd())} } };`);
  const trees = Object.fromEntries(pages.map(({ path, html }) => [getPathname(path), parseBody(html)]));
  await write("app/[[...path]]/trees.json", JSON.stringify(trees));
  await write("app/layout.js", LAYOUT);
  await write("app/[[...path]]/page.js", PAGE);
  execFileSync(process.execPath, ["node_modules/next/dist/bin/next", "build", APP], { stdio: "pipe" });
}

const LAYOUT = `import { createElement } from "react";
export default ({ children }) => createElement("html", { lang: "es" }, createElement("body", null, children));`;

const PAGE = `import { headers } from "next/headers";
import { createElement } from "react";
import trees from "./trees.json";
const made = (node) => typeof node === "string" ? node : createElement(node[0], node[1], ...node.slice(2).map(made));
export default async function Page({ params }) {
  await headers();
  return trees["/" + ((await params).path ?? []).join("/")].map(made);
}`;

/** What stands in a page's body, scripts aside, which Next writes itself. */
function parseBody(html: string): Node[] {
  const root: Node = ["root", {}];
  const open: Exclude<Node, string>[] = [root];
  let body: Node = root;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const node: Exclude<Node, string> = [name, toReactProps(attributes)];
        if (name !== "script") open.at(-1)?.push(node);
        open.push(node);
        if (name === "body") body = node;
      },
      ontext: (text) => void open.at(-1)?.push(text),
      onclosetag: () => void open.pop(),
    },
    { lowerCaseAttributeNames: false },
  );
  parser.end(html);
  return (body as Exclude<Node, string>).slice(2) as Node[];
}

function toReactProps({ class: className, style, ...others }: Record<string, string>) {
  return { ...others, ...(className && { className }), ...(style && { "data-style": style }) };
}

function formatPages(pages: MeasuredPage[], run: BenchOptions): string {
  const row = ({ name, html, goal, ours, bare }: MeasuredPage) => {
    const ratios = ours.map((shot, round) => shot.cpuMicros / (bare[round]?.cpuMicros ?? Number.NaN));
    const middle = getMedian(ratios);
    return [
      name,
      `${Math.round(html.length / 1000)} kB`,
      formatFigure(getResultMedian(ours, "cpuMicros") / 1000),
      formatFigure(getResultMedian(bare, "cpuMicros") / 1000),
      `**${formatFigure(middle)}**${formatMissed(middle > goal)}`,
      `${formatFigure(Math.min(...ratios))}–${formatFigure(Math.max(...ratios))}`,
    ];
  };
  return `The bench compares each page with a bare page: a plain Next page with the same elements in its body, which reads a header and does nothing
else. It has no school, no draft, no translated texts and no hydration. Cached pages are sent from memory ([decision](decisions/107-page-cache.md)), the others
are rendered. Both servers have the memory and the cores of \`npm start\` and a warm-up of ${WARM_UP} requests. ${run.rounds} rounds of ${REQUESTS} requests each, in alternating order, on four connections, compressed. The ratio
compares the CPU time per page in the server's processes. The goal is a ratio of ${GOALS.kept} for cached pages and ${GOALS.rendered} for rendered ones.

${formatTable(["page", "size", "CPU time, ms", "bare, ms", "ratio", "spread"], pages.map(row))}`;
}

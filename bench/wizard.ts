import { chromium } from "@playwright/test";
import { aDetailedMinor } from "@/e2e/support/people";
import { anAdult } from "@/test/support/data/factories";
import { getBrowserLaunchOptions as launchOptions } from "@/tools/ensure-browser";
import type { Bench, BenchOptions } from "./run";
import { getResultMedian, type LoadResult, runLoad } from "./support/load-generator";
import { startService } from "./support/peer-server";
import { formatMissed, formatTable } from "./support/report";
import type { School } from "./support/school";
import { measureJourney, type PageFigures } from "./support/wizard-pages";

/** The form's figures (W39), in a browser and under load. */
export const bench: Bench = {
  title: "Form performance",
  file: "docs/performance-wizard.md",
  async measure(school, run) {
    const { pages, cookie } = await measureInBrowser(school, run.print);
    const rendered = await underLoad(school, cookie, run);
    return [goals(pages, rendered), inBrowserWords(pages), onServerWords(rendered, run)];
  },
};

type Page = PageFigures & { journey: string };

async function measureInBrowser({ url, year }: School, print: BenchOptions["print"]) {
  const service = await startService(url);
  const browser = await chromium.launch(await launchOptions());
  try {
    const pages: Page[] = [];
    let cookie = "";
    for (const [journey, enrollment] of [
      ["Adult", anAdult({ school_year_id: year })],
      ["Minor", aDetailedMinor({ school_year_id: year })],
    ] as const) {
      print(`${journey}'s journey, page by page`);
      const walked = await measureJourney(browser, service.base, enrollment);
      pages.push(...walked.pages.map((page) => ({ journey, ...page })));
      cookie = walked.cookie;
    }
    return { pages, cookie };
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** Steps with little and much on them, rendered on the server for a family that has come to the end. */
const RENDERED = ["student-name", "student-contact", "check"];

/** So that what is measured is compiled. */
const WARM_SECONDS = 10;

type Rendered = { step: string; one: LoadResult[]; two: LoadResult[] };

async function underLoad(
  { url }: School,
  cookie: string,
  { rounds, seconds, brief, print }: BenchOptions,
): Promise<Rendered[]> {
  const [one, two] = [
    await startService(url, { PROCESSES: "1" }),
    await startService(url, { PROCESSES: "2" }),
  ];
  const figures: Rendered[] = [];
  try {
    for (const step of RENDERED) {
      print(`Rendering ${step}: one process, two processes`);
      const load = { path: `/enroll/${step}`, headers: { Cookie: cookie }, seconds, connections: 16 };
      const shots: Rendered = { step, one: [], two: [] };
      for (const service of [one, two])
        await runLoad(service, { ...load, seconds: brief ? 1 : WARM_SECONDS });
      for (let round = 0; round < rounds; round++) {
        shots.one.push(await runLoad(one, load));
        shots.two.push(await runLoad(two, load));
      }
      figures.push(shots);
    }
    return figures;
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
const milliseconds = (value: number) => `${Math.round(value)} ms`;

function goals(pages: Page[], rendered: Rendered[]): string {
  const most = (name: "script" | "elsewhere" | "lcp" | "cls" | "next") =>
    Math.max(...pages.map((page) => page[name] ?? 0));
  const slowest = Math.min(...rendered.map(({ two }) => getResultMedian(two, "perSecond")));
  const row = (goal: string, value: string | number, isMissed: boolean) => [
    goal,
    `${value}${formatMissed(isMissed)}`,
  ];
  return formatTable(
    ["goal (W39)", "worst page"],
    [
      row("at most 200 kB of script, compressed", kilobytes(most("script")), most("script") > 200_000),
      row("no request to third parties", most("elsewhere"), most("elsewhere") > 0),
      row("largest contentful paint within 2 s", milliseconds(most("lcp")), most("lcp") > 2_000),
      row("layout shift below 0.05", most("cls").toFixed(3), most("cls") >= 0.05),
      row(
        "Continue to the next heading within 300 ms, locally",
        milliseconds(most("next")),
        most("next") > 300,
      ),
      row("300 pages per second on two cores", Math.round(slowest), slowest < 300),
    ],
  );
}

const inBrowserWords = (pages: Page[]) => `## In a browser

The bench loads each page of two journeys three times with an empty cache, as a phone on slow 4G (1.6 Mbit/s down, 750 kbit/s up,
150 ms) with a processor four times slower. Figures are medians. “Continue” is measured locally, without throttling.

${formatTable(
  ["journey", "step", "script", "third parties", "largest paint", "layout shift", "Continue → next heading"],
  pages.map(({ journey, step, script, elsewhere, lcp, cls, next }) => [
    journey,
    step,
    kilobytes(script),
    elsewhere,
    milliseconds(lcp),
    cls.toFixed(3),
    next === undefined ? "–" : milliseconds(next),
  ]),
)}`;

const onServerWords = (rendered: Rendered[], { rounds, seconds }: BenchOptions) => `## On the server

Each request renders a step for a family with a complete draft, which is read and decrypted for each page. \`npm start\` runs with one serving
process and with two; the load shares the cores with them. ${rounds} rounds of ${seconds} s, in turn. [A decision](decisions/088-measurement-cost-of-a-page.md) breaks down the time of a page; [another bench](performance-floor.md) compares it with a bare page.

${formatTable(
  [
    "step",
    "one process: pages per second",
    "CPU time per page, ms",
    "p99",
    "memory",
    "two processes: pages per second",
  ],
  rendered.map(({ step, one, two }) => [
    step,
    Math.round(getResultMedian(one, "perSecond")),
    (getResultMedian(one, "cpuMicros") / 1_000).toFixed(1),
    milliseconds(getResultMedian(one, "p99")),
    `${Math.round(getResultMedian(one, "megabytes"))} MB`,
    Math.round(getResultMedian(two, "perSecond")),
  ]),
)}`;

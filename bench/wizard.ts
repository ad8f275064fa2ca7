import { type Browser, chromium } from "@playwright/test";
import { aDetailedMinor } from "@/e2e/support/people";
import { anAdult } from "@/test/factories";
import { browser as launchOptions } from "@/tools/ensure-browser";
import { interleave, type Shot } from "./load";
import { pinLoad, SERVICE_FLAGS, startPeer } from "./peer";
import { openSchool } from "./school";
import { measureJourney, type PageFigures } from "./wizard-pages";
import { writeWizardReport } from "./wizard-report";

const PORT = 3195;

/** As `npm start` runs it. */
const SERVICE = {
  PORT: String(PORT),
  ...SERVICE_FLAGS,
  RATE_LIMIT_FORM_STEPS_PER_MINUTE: "0",
};

type Run = { rounds: number; seconds: number; say: (text: string) => void };

/** The wizard's figures (W39), in a browser and under load; writes docs/performance-wizard.md. */
export async function benchWizard({ rounds, seconds, say }: Run) {
  const { buildIfStale } = await import("@/server/build");
  await buildIfStale(say);
  const school = await openSchool();
  try {
    const { pages, cookie } = await inBrowser(school.year, say);
    pinLoad();
    const load = await underLoad(cookie, { rounds, seconds, say });
    await writeWizardReport(pages, load, { rounds, seconds });
    say("Wrote docs/performance-wizard.md");
  } finally {
    await school.close();
  }
}

async function inBrowser(year: number, say: Run["say"]) {
  const service = await startPeer("Matrícula", "service", SERVICE, { core: "0,1" });
  const browser: Browser = await chromium.launch(await launchOptions());
  try {
    const base = `http://localhost:${PORT}`;
    say("An adult's journey, page by page");
    const adult = await measureJourney(browser, base, anAdult({ school_year_id: year }));
    say("A minor's journey, page by page");
    const minor = await measureJourney(browser, base, aDetailedMinor({ school_year_id: year }));
    const pages: [journey: string, PageFigures[]][] = [
      ["Adult", adult.pages],
      ["Minor", minor.pages],
    ];
    return { pages, cookie: minor.cookie };
  } finally {
    await browser.close();
    service.stop();
  }
}

/** Steps with little and much on them, rendered on the server for a family that has come to the end. */
const RENDERED = ["student-name", "student-address", "check"];

/** So that what is measured is compiled. */
const WARM_SECONDS = 10;

export type LoadFigures = { step: string; one: Shot[]; two: Shot[] };

async function underLoad(cookie: string, { rounds, seconds, say }: Run): Promise<LoadFigures[]> {
  const figures: LoadFigures[] = [];
  const one = await startPeer("one process", "service", SERVICE);
  const two = await startPeer(
    "two processes",
    "cluster",
    { ...SERVICE, PORT: String(PORT + 1), BENCH_WORKER: "bench/peers/service.ts" },
    { core: "0,1" },
  );
  try {
    for (const step of RENDERED) {
      say(`Rendering ${step}: one process, two processes`);
      const work = { path: `/enroll/${step}`, cookie, seconds, connections: 16 };
      await interleave([one, two], { ...work, seconds: WARM_SECONDS }, 0);
      const shots = await interleave([one, two], work, rounds);
      figures.push({ step, one: shots.get(one.name) ?? [], two: shots.get(two.name) ?? [] });
    }
    return figures;
  } finally {
    one.stop();
    two.stop();
  }
}

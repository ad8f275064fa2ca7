import { type Browser, type CDPSession, devices, type Page } from "@playwright/test";
import { type Enrollment, toFormInput } from "@/e2e/support/answers";
import { Wizard } from "@/e2e/support/pages/wizard";
import { getMedian } from "./report";

const PHONE = devices["Pixel 5"];
const COLD_LOADS = 3;

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back: Chrome's "slow 4G". */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const CPU_SLOWER = 4;

export type PageFigures = {
  step: string;
  /** Bytes of script that travelled, compressed, with an empty cache. */
  script: number;
  /** Requests to anybody but the school. */
  elsewhere: number;
  /** Largest contentful paint on slow 4G with a slower processor, in ms. */
  lcp: number;
  /** Cumulative layout shift of the same load. */
  cls: number;
  /** From Continue to the next page's heading, unthrottled, in ms; undefined on the last page. */
  next?: number;
};

/** Walks a journey; measures each page cold and slow in a browser of its own, and the way to the next one. */
export async function measureJourney(browser: Browser, base: string, enrollment: Enrollment) {
  const context = await browser.newContext({ ...PHONE, baseURL: base });
  const page = await context.newPage();
  const wizard = new Wizard(page);
  const answers = toFormInput(enrollment);
  await wizard.start();
  const pages: PageFigures[] = [];
  for (;;) {
    const step = wizard.step();
    const cold = await coldLoads(browser, page);
    if (step === "check") {
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
      await context.close();
      return { pages: [...pages, { step, ...cold }], cookie };
    }
    await wizard.answer(answers);
    pages.push({ step, ...cold, next: await continueTimed(page) });
  }
}

async function coldLoads(browser: Browser, original: Page): Promise<Omit<PageFigures, "step" | "next">> {
  const loads: Omit<PageFigures, "step" | "next">[] = [];
  for (let load = 0; load < COLD_LOADS; load++) loads.push(await coldLoad(browser, original));
  const of = (name: "script" | "elsewhere" | "lcp" | "cls") => getMedian(loads.map((load) => load[name]));
  return { script: of("script"), elsewhere: of("elsewhere"), lcp: of("lcp"), cls: of("cls") };
}

/** The same page, with the same draft, in a browser that has seen nothing yet. */
async function coldLoad(browser: Browser, original: Page) {
  const context = await browser.newContext({
    ...PHONE,
    storageState: await original.context().storageState(),
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const traffic = await countTraffic(cdp, new URL(original.url()).origin);
  await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
  await page.goto(original.url(), { waitUntil: "networkidle" });
  const paint = await measurePaint(page);
  await context.close();
  return { ...traffic, ...paint };
}

async function countTraffic(cdp: CDPSession, origin: string) {
  const traffic = { script: 0, elsewhere: 0 };
  const scripts = new Set<string>();
  cdp.on("Network.requestWillBeSent", ({ request }) => {
    if (!request.url.startsWith(`${origin}/`) && !request.url.startsWith("data:")) traffic.elsewhere += 1;
  });
  cdp.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) traffic.script += encodedDataLength;
  });
  await cdp.send("Network.enable");
  return traffic;
}

/** When the largest part stood, and how much moved. */
export async function measurePaint(page: Page) {
  const paints = await entries(page, "largest-contentful-paint");
  const shifts = await entries(page, "layout-shift");
  return {
    lcp: paints.at(-1)?.startTime ?? Number.NaN,
    cls: shifts.reduce((sum, { value }) => sum + value, 0),
  };
}

/** What the browser has noted up to now. No named function may stand in here: tsx would call for its own. */
function entries(page: Page, type: string): Promise<{ startTime: number; value: number }[]> {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().map((entry) => entry.toJSON()))).observe({
          type: wanted,
          buffered: true,
        });
        setTimeout(() => resolve([]), 500); // without a shift nobody calls
      }),
    type,
  );
}

/** Presses Continue; the milliseconds until another heading stands on the page. */
async function continueTimed(page: Page): Promise<number> {
  await page.locator("main form button[type=submit]").scrollIntoViewIfNeeded();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const before = document.querySelector("main h1")?.textContent;
        const pressed = performance.now();
        const observer = new MutationObserver(() => {
          const now = document.querySelector("main h1")?.textContent;
          if (!now || now === before) return;
          observer.disconnect();
          resolve(performance.now() - pressed);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        document.querySelector<HTMLButtonElement>("main form button[type=submit]")?.click();
      }),
  );
}

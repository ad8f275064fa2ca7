import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, expect } from "@playwright/test";
import { createApiClient } from "@/e2e/support/api-client";
import { openMailbox } from "@/e2e/support/mailbox";
import { AccountPages, findSetupLink, GOOD_PASSWORD } from "@/e2e/support/pages/account-pages";
import { aMinor } from "@/test/support/data/factories";
import { reservePort } from "@/test/support/processes/free-port";
import { spawnStart } from "@/test/support/servers/npm-start";
import { getBrowserLaunchOptions as launchOptions } from "@/tools/ensure-browser";
import type { Bench } from "./run";
import { measureColdLoad, type PageWeight } from "./support/page-weight";
import { formatMissed, formatTable, getMedian } from "./support/report";

const LOADS = 3;
const MIN_SHIFT = 0.01;

/** What everybody sees, and what a family that is signed in sees. */
const PAGES = {
  nobody: ["/", "/enroll", "/enroll/birth-date", "/sign-in", "/forgotten-password", "/terms", "/contact"],
  family: ["/account", "/account/details", "/account/password", "/account/data"],
} as const;

/** Families' pages on a phone: what they weigh and how soon they stand still, beside another checkout's. */
export const bench: Bench = {
  title: "Page weight",
  file: "docs/performance-face.md",
  async measure(_, { before, brief, print }) {
    const folders = [before, undefined].filter((folder, at) => folder !== undefined || at > 0);
    const services = await Promise.all(folders.map(serve));
    const browser = await chromium.launch(await launchOptions());
    try {
      const visitors = await Promise.all(services.map((service) => visit(browser, service)));
      const rows: Row[] = [];
      for (const [visitor, pages] of Object.entries(PAGES))
        for (const page of pages) {
          print(page);
          const loads: PageWeight[][] = services.map(() => []);
          for (let load = 0; load < (brief ? 1 : LOADS); load++)
            for (const [at, { base }] of services.entries())
              loads[at]?.push(
                await measureColdLoad(browser, base + page, visitors[at]?.[visitor as keyof typeof PAGES]),
              );
          rows.push({ page, versions: loads.map(getMedians) });
        }
      return [words(before !== undefined), figures(rows)];
    } finally {
      await browser.close();
      await Promise.all(services.map(({ stop }) => stop()));
    }
  },
};

type Row = { page: string; versions: PageWeight[] };

const getMedians = (loads: PageWeight[]): PageWeight => {
  const median = (name: keyof PageWeight) => getMedian(loads.map((load) => load[name]));
  return {
    html: median("html"),
    style: median("style"),
    font: median("font"),
    script: median("script"),
    lcp: median("lcp"),
    cls: median("cls"),
  };
};

const words = (compared: boolean) =>
  `The bench loads each page for families ${LOADS} times with an empty cache, 360 pixels wide, on slow 4G (1.6 Mbit/s down, 750 kbit/s up, 150 ms) with a processor
four times slower. Figures are medians. Bytes are as transferred, compressed.${compared ? " In a cell with two figures, the first is that of the other checkout, measured in turn with this one (`--before=FOLDER`)." : ""}`;

function figures(rows: Row[]): string {
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
  const both = (versions: PageWeight[], name: keyof PageWeight, shown: (value: number) => string) =>
    versions.map((version) => shown(version[name])).join(" → ");
  return formatTable(
    ["page", "HTML, kB", "style, kB", "fonts, kB", "script, kB", "largest paint, ms", "layout shift"],
    rows.map(({ page, versions }) => [
      `\`${page}\``,
      ...(["html", "style", "font", "script"] as const).map((name) => both(versions, name, kilobytes)),
      both(versions, "lcp", (value) => value.toFixed(0)),
      both(versions, "cls", (value) => value.toFixed(3)) +
        formatMissed((versions.at(-1)?.cls ?? 0) > MIN_SHIFT),
    ]),
  );
}

type Service = { base: string; dataDir: string; stop: () => Promise<void> };

/** `npm start` of a checkout with the demo school. @param folder another checkout than this one */
async function serve(folder: string | undefined): Promise<Service> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "matricula-bench-face-"));
  const port = await reservePort();
  const base = `http://127.0.0.1:${port}`;
  const env = { NODE_ENV: "production", PORT: String(port), APP_URL: base, MAIL_TRANSPORT: "mailbox" };
  const start = spawnStart({ dataDir, folder, env });
  await start.until("Try it:");
  const stop = async () => {
    process.kill(start.pid, "SIGTERM");
    await start.ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  return { base, dataDir, stop };
}

type Visitor = Awaited<ReturnType<BrowserContext["storageState"]>> | undefined;

/** A family that is signed in, with one child's request. */
async function visit(
  browser: Browser,
  { base, dataDir }: Service,
): Promise<Record<keyof typeof PAGES, Visitor>> {
  const key = (await readFile(path.join(dataDir, "demo-api-key"), "utf8")).trim();
  const api = createApiClient({ url: base, key });
  const minor = aMinor(await api.getStudies());
  await api.enrollMinor(minor);
  const mail = await openMailbox(path.join(dataDir, "mailbox")).waitForMail(minor.guardian_email);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(findSetupLink(mail));
  const account = new AccountPages(page);
  await account.fill({ password: GOOD_PASSWORD });
  await account.submit();
  await expect(page).toHaveURL(/\/account(\?|\/family|$)/, { timeout: 60_000 });
  const family = await context.storageState();
  await context.close();
  return { nobody: undefined, family };
}

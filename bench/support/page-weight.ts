import { type Browser, type BrowserContextOptions, type CDPSession, devices } from "@playwright/test";
import { CPU_SLOWER, measurePaint, SLOW_4G } from "./wizard-pages";

const PHONE = { ...devices["Pixel 5"], viewport: { width: 360, height: 740 } };

/** Bytes as they travelled, by what they were, and when the page stood and how much it moved. */
export type PageWeight = {
  html: number;
  style: number;
  font: number;
  script: number;
  lcp: number;
  cls: number;
};

const KINDS: Record<string, "html" | "style" | "font" | "script"> = {
  Document: "html",
  Stylesheet: "style",
  Font: "font",
  Script: "script",
};

/** Opens a page with an empty cache on a slow phone. */
export async function measureColdLoad(
  browser: Browser,
  address: string,
  storageState: BrowserContextOptions["storageState"],
): Promise<PageWeight> {
  const context = await browser.newContext({ ...PHONE, storageState });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const bytes = await countBytes(cdp);
  await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
  await page.goto(address, { waitUntil: "networkidle" });
  const paint = await measurePaint(page);
  await context.close();
  return { ...bytes, ...paint };
}

async function countBytes(cdp: CDPSession) {
  const bytes = { html: 0, style: 0, font: 0, script: 0 };
  const kinds = new Map<string, keyof typeof bytes>();
  cdp.on("Network.responseReceived", ({ requestId, type }) => {
    const kind = KINDS[type];
    if (kind) kinds.set(requestId, kind);
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) bytes[kind] += encodedDataLength;
  });
  await cdp.send("Network.enable");
  return bytes;
}

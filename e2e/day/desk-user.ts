import { expect, type Locator, type Page } from "@playwright/test";

/** Keystroke-level model, in seconds: key or button, pointing, thinking. */
const [KEY, POINT, THINK] = [0.28, 1.1, 1.35];

/**
 * A desk user with counters: clicks, keys, letters, pages (also another enrollment in the pane, but no
 * save on the same page) and scrolls.
 */
export class DeskUser {
  private clicks = 0;
  private keys = 0;
  private letters = 0;
  private pages = 0;
  private scrolls = 0;
  private thoughts = 0;
  private readSeconds = 0;
  private machineSeconds = 0;

  constructor(readonly page: Page) {}

  /** Thinks, points and clicks. */
  async click(target: Locator) {
    this.thoughts += 1;
    await this.scrollTo(target);
    this.clicks += 1;
    await target.click();
  }

  /** Clicks a link and waits for the next page. */
  async followLink(link: Locator, waitForPage: () => Promise<unknown>) {
    await this.scrollTo(link);
    this.thoughts += 1;
    this.clicks += 1;
    this.pages += 1;
    await this.waitFor(async () => {
      await link.click();
      await waitForPage();
    });
  }

  /** Presses a key, after thinking unless it only continues. */
  async press(
    key: string,
    waitForResult: () => Promise<unknown>,
    { opensPage = true, isRoutine = false } = {},
  ) {
    this.keys += 1;
    this.thoughts += isRoutine ? 0 : 1;
    this.pages += opensPage ? 1 : 0;
    await this.waitFor(async () => {
      await this.page.keyboard.press(key);
      await waitForResult();
    });
  }

  /** Clicks into a field and types. */
  async type(field: Locator, text: string) {
    this.thoughts += 1;
    this.clicks += 1;
    this.letters += text.length;
    await this.scrollTo(field);
    await field.click();
    await field.fill(text);
  }

  /** Chooses an option of a select. */
  async select(field: Locator, value: string) {
    this.thoughts += 1;
    this.clicks += 2;
    await this.scrollTo(field);
    await field.selectOption(value);
  }

  /** Reads for some seconds, and scrolls to `last`. */
  async read(seconds: number, lastElement?: Locator) {
    this.readSeconds += seconds;
    if (lastElement) await this.scrollTo(lastElement);
  }

  /** Waits for the machine. */
  async waitFor(action: () => Promise<unknown>) {
    const started = performance.now();
    await action();
    this.machineSeconds += (performance.now() - started) / 1_000;
  }

  /** Opens an address, like a bookmark. */
  async open(address: string) {
    this.pages += 1;
    await this.waitFor(() => this.page.goto(address));
  }

  private async scrollTo(target: Locator) {
    if (await target.evaluate(isInView)) return;
    this.scrolls += 1;
    await target.scrollIntoViewIfNeeded();
  }

  getTotals() {
    const { clicks, keys, letters, pages, scrolls, thoughts, readSeconds, machineSeconds } = this;
    const handSeconds = clicks * (POINT + KEY) + (keys + letters) * KEY + (thoughts + scrolls) * THINK;
    const minutes = (handSeconds + readSeconds + machineSeconds) / 60;
    return { clicks, keys, letters, pages, scrolls, minutes, handSeconds, readSeconds, machineSeconds };
  }

  /** Prints the counters and fails above the bounds. */
  expectWithinLimits(label: string, limits: Partial<ReturnType<DeskUser["getTotals"]>>) {
    const totals = this.getTotals();
    process.stdout.write(`${JSON.stringify({ what: label, ...totals }, null, 2)}\n`);
    for (const [name, limit] of Object.entries(limits))
      expect.soft(totals[name as keyof typeof totals], `${label}: ${name}`).toBeLessThanOrEqual(limit);
  }
}

/** The middle of the element is visible in window and scroll containers. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
    const box = ancestor.getBoundingClientRect();
    if (getComputedStyle(ancestor).overflowY === "auto" && (middle < box.top || middle > box.bottom))
      return false;
  }
  return middle >= 0 && middle <= innerHeight;
}

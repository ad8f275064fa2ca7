import { expect, type Locator, type Page } from "@playwright/test";

/** Keystroke-level model, in seconds: key or button, pointing, thinking. */
const [KEY, POINT, MIND] = [0.28, 1.1, 1.35];

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
  private minds = 0;
  private readSeconds = 0;
  private machineSeconds = 0;

  constructor(readonly page: Page) {}

  /** Thinks, points and clicks. */
  async press(what: Locator) {
    this.minds += 1;
    await this.reach(what);
    this.clicks += 1;
    await what.click();
  }

  /** Clicks a link and waits for the next page. */
  async follow(what: Locator, there: () => Promise<unknown>) {
    await this.reach(what);
    this.minds += 1;
    this.clicks += 1;
    this.pages += 1;
    await this.until(async () => {
      await what.click();
      await there();
    });
  }

  /** Presses a key, after thinking unless it only continues. */
  async key(name: string, there: () => Promise<unknown>, { leads = true, known = false } = {}) {
    this.keys += 1;
    this.minds += known ? 0 : 1;
    this.pages += leads ? 1 : 0;
    await this.until(async () => {
      await this.page.keyboard.press(name);
      await there();
    });
  }

  /** Clicks into a field and types. */
  async write(where: Locator, text: string) {
    this.minds += 1;
    this.clicks += 1;
    this.letters += text.length;
    await this.reach(where);
    await where.click();
    await where.fill(text);
  }

  /** Chooses an option of a select. */
  async pick(where: Locator, value: string) {
    this.minds += 1;
    this.clicks += 2;
    await this.reach(where);
    await where.selectOption(value);
  }

  /** Reads for some seconds, and scrolls to `last`. */
  async read(seconds: number, last?: Locator) {
    this.readSeconds += seconds;
    if (last) await this.reach(last);
  }

  /** Waits for the machine. */
  async until(there: () => Promise<unknown>) {
    const started = performance.now();
    await there();
    this.machineSeconds += (performance.now() - started) / 1_000;
  }

  /** Opens an address, like a bookmark. */
  async open(address: string) {
    this.pages += 1;
    await this.until(() => this.page.goto(address));
  }

  private async reach(what: Locator) {
    if (await what.evaluate(isSeen)) return;
    this.scrolls += 1;
    await what.scrollIntoViewIfNeeded();
  }

  sum() {
    const { clicks, keys, letters, pages, scrolls, minds, readSeconds, machineSeconds } = this;
    const handSeconds = clicks * (POINT + KEY) + (keys + letters) * KEY + (minds + scrolls) * MIND;
    const minutes = (handSeconds + readSeconds + machineSeconds) / 60;
    return { clicks, keys, letters, pages, scrolls, minutes, handSeconds, readSeconds, machineSeconds };
  }

  /** Prints the counters and fails above the bounds. */
  keepsWithin(what: string, bounds: Partial<ReturnType<DeskUser["sum"]>>) {
    const sum = this.sum();
    process.stdout.write(`${JSON.stringify({ what, ...sum }, null, 2)}\n`);
    for (const [name, most] of Object.entries(bounds))
      expect.soft(sum[name as keyof typeof sum], `${what}: ${name}`).toBeLessThanOrEqual(most);
  }
}

/** The middle of the element is visible in window and scroll containers. */
function isSeen(what: Element): boolean {
  const { top, bottom } = what.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  for (let around = what.parentElement; around; around = around.parentElement) {
    const box = around.getBoundingClientRect();
    if (getComputedStyle(around).overflowY === "auto" && (middle < box.top || middle > box.bottom))
      return false;
  }
  return middle >= 0 && middle <= innerHeight;
}

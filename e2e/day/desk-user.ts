import { expect, type Locator, type Page } from "@playwright/test";

/** The keystroke-level model: a key or button, pointing with the mouse, making up one's mind; seconds. */
const [KEY, POINT, MIND] = [0.28, 1.1, 1.35];

/**
 * Somebody at the desk, counted: clicks, keys, letters of one's own words, pages (another page, or another enrollment
 * beside the list; what is saved where one is, is none), and how often one scrolls to what is pressed or read.
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

  /** Goes to a button, link or box and presses it, having thought first. */
  async press(what: Locator) {
    this.minds += 1;
    await this.reach(what);
    this.clicks += 1;
    await what.click();
  }

  /** Presses what leads to another page, and waits until something of it is there. */
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

  /** A single key, having thought first unless it only goes on. */
  async key(name: string, there: () => Promise<unknown>, { leads = true, known = false } = {}) {
    this.keys += 1;
    this.minds += known ? 0 : 1;
    this.pages += leads ? 1 : 0;
    await this.until(async () => {
      await this.page.keyboard.press(name);
      await there();
    });
  }

  /** One's own words, in a field that is clicked into. */
  async write(where: Locator, text: string) {
    this.minds += 1;
    this.clicks += 1;
    this.letters += text.length;
    await this.reach(where);
    await where.click();
    await where.fill(text);
  }

  /** Opens a list of choices and takes one. */
  async pick(where: Locator, value: string) {
    this.minds += 1;
    this.clicks += 2;
    await this.reach(where);
    await where.selectOption(value);
  }

  /** Reads for so many seconds, as far as a last line. */
  async read(seconds: number, last?: Locator) {
    this.readSeconds += seconds;
    if (last) await this.reach(last);
  }

  /** Waits for something that the machine does meanwhile. */
  async until(there: () => Promise<unknown>) {
    const started = performance.now();
    await there();
    this.machineSeconds += (performance.now() - started) / 1_000;
  }

  /** Comes to a page by its address, as from a bookmark. */
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

  /** Says the figures, and is red where one is more than it may be. */
  keepsWithin(what: string, bounds: Partial<ReturnType<DeskUser["sum"]>>) {
    const sum = this.sum();
    process.stdout.write(`${JSON.stringify({ what, ...sum }, null, 2)}\n`);
    for (const [name, most] of Object.entries(bounds))
      expect.soft(sum[name as keyof typeof sum], `${what}: ${name}`).toBeLessThanOrEqual(most);
  }
}

/** Whether the middle of something is in sight, in the window and in whatever scrolls around it. */
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

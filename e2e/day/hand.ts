import type { Locator, Page } from "@playwright/test";

/** The keystroke-level model: a key or button, pointing with the mouse, making up one's mind; seconds. */
const [KEY, POINT, MIND] = [0.28, 1.1, 1.35];

/** Somebody at the desk whose clicks, keys and pages are counted. */
export class Hand {
  private clicks = 0;
  private keys = 0;
  private minds = 0;
  private pages = 0;
  private readSeconds = 0;
  private machineSeconds = 0;

  constructor(readonly page: Page) {}

  /** Goes to a button, link or box and presses it, knowing already that it is to be. */
  async press(what: Locator) {
    this.clicks += 1;
    await what.click();
  }

  /** The same, having thought first. */
  async choose(what: Locator) {
    this.minds += 1;
    await this.press(what);
  }

  /** Presses what leads to another page, and waits until something of it is there. */
  async follow(what: Locator, there: () => Promise<unknown>) {
    this.minds += 1;
    this.clicks += 1;
    await this.until(async () => {
      await what.click();
      await there();
    });
  }

  async type(where: Locator, text: string) {
    this.minds += 1;
    this.clicks += 1;
    this.keys += text.length;
    await where.fill(text);
  }

  /** Opens a list of choices and takes one. */
  async pick(where: Locator, value: string) {
    this.minds += 1;
    this.clicks += 2;
    await where.selectOption(value);
  }

  read(seconds: number) {
    this.readSeconds += seconds;
  }

  /** Waits for something that the machine does meanwhile. */
  async until(there: () => Promise<unknown>) {
    this.pages += 1;
    const started = performance.now();
    await there();
    this.machineSeconds += (performance.now() - started) / 1_000;
  }

  sum() {
    const { clicks, keys, minds, pages, readSeconds, machineSeconds } = this;
    const handSeconds = clicks * (POINT + KEY) + keys * KEY + minds * MIND;
    const minutes = (handSeconds + readSeconds + machineSeconds) / 60;
    return { clicks, keys, minds, pages, handSeconds, readSeconds, machineSeconds, minutes };
  }
}

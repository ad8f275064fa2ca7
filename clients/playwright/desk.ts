import { expect, type Locator, type Page } from "@playwright/test";
import { openPage } from "./open-page.js";

/** What is decided: a place where one can be named, and why. */
export type Decision = {
  speciality?: string | number;
  syllabus?: string | number;
  /** A reason's code, such as `other`. */
  reason?: string;
  /** What the family is told besides. */
  words?: string;
  /** What stays at the school. */
  inside?: string;
  /** When the family hears of it. */
  tell?: "held" | "with_list" | "now";
};

/** The school's desk, for a school of your own to try: it shows the live school, not a sandbox. */
export class Desk {
  readonly main: Locator;
  /** What a form says is wrong. */
  readonly problems: Locator;

  constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    this.main = page.locator("main");
    this.problems = this.main.locator("[data-error-summary] li");
  }

  /** Signs in with password and second factor; `code` is asked for when the page is there. */
  async signIn(email: string, password: string, code: () => string | Promise<string>) {
    await openPage(this.page, this.at("/desk/sign-in"));
    await this.main.locator("#email").fill(email);
    await this.main.locator("#password").fill(password);
    await this.submit("password");
    await this.main.locator("#code").fill(await code());
    await this.submit("code");
    await expect(this.page).toHaveURL(/\/desk$/);
  }

  /** Opens the list, of one state or of all. */
  async list(state?: string) {
    await openPage(this.page, this.at(`/desk/enrollments${state ? `?state=${state}` : ""}`));
  }

  /** The references on this page of the list. */
  references(): Promise<string[]> {
    return this.main
      .locator("tbody [data-reference]")
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-reference") ?? ""));
  }

  async open(reference: string) {
    await openPage(this.page, this.at(`/desk/enrollments/${reference}`));
  }

  /** Decides on an enrollment by its page, and is back there. */
  async decide(reference: string, to: "accepted" | "waiting" | "rejected", decision: Decision = {}) {
    await openPage(this.page, this.at(`/desk/enrollments/${reference}/decide/${to}`));
    const { words, inside, ...chosen } = decision;
    for (const [name, value] of Object.entries(chosen))
      await this.main.locator(`#${name}`).selectOption(String(value));
    for (const [name, value] of Object.entries({ words, inside }))
      if (value !== undefined) await this.main.locator(`#${name}`).fill(value);
    await this.main.locator('button[name=intent][value="decide"]').click();
    await expect(this.page).not.toHaveURL(/\/decide\//);
  }

  /** Takes back a decision that the family has not been told of. */
  async undo(reference: string) {
    await this.open(reference);
    await this.main.locator("#decision form button[type=submit]").first().click();
  }

  private async submit(field: string) {
    await this.main.locator(`form:has([name="${field}"]) button[type=submit]`).last().click();
  }

  private at(path: string): string {
    return new URL(path, this.url).href;
  }
}

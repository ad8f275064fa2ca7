import { expect, type Locator, type Page } from "@playwright/test";
import { openPage } from "./open-page.js";
import type { Mail, Sandbox } from "./sandbox.js";

/** The family's account, in any language: all is found by its name in the page. */
export class Account {
  readonly main: Locator;
  /** What a form says is wrong. */
  readonly problems: Locator;

  constructor(
    readonly page: Page,
    private readonly sandbox: Sandbox,
  ) {
    this.main = page.locator("main");
    this.problems = this.main.locator("[data-error-summary] li");
  }

  /** Opens the link of a message that sets a password, sets it, and is in the account. */
  async setPassword(mail: Mail, password: string) {
    const link = mail.links.find((url) => url.includes("/account-setup/"));
    if (!link) throw new Error(`“${mail.subject}” has no link that sets a password.`);
    await openPage(this.page, this.sandbox.here(link));
    const offer = this.main.locator("details:has(input[name=password]) > summary");
    if (await offer.count()) await offer.click(); // whose address the link proves needs no password
    await this.main.locator("input[name=password]").fill(password);
    await this.main.locator("form:has(input[name=password]) button[type=submit]").click();
    await expect(this.page).toHaveURL(/\/account$/);
  }

  async signIn(email: string, password: string) {
    await openPage(this.page, this.at("/sign-in"));
    await this.main.locator("input[name=email]").fill(email);
    await this.main.locator("input[name=password]").fill(password);
    await this.main.locator("form button[type=submit]").last().click();
    await expect(this.page).toHaveURL(/\/account$/);
  }

  async signOut() {
    await this.main.locator("#sign-out").click();
    await expect(this.page).toHaveURL(/\/sign-in$/);
  }

  /** Shows it as it stands now. */
  async open() {
    await openPage(this.page, this.at("/account"));
  }

  /** What the account says of one enrollment. */
  card(reference: string): Locator {
    return this.main.locator("article").filter({ hasText: reference });
  }

  /** How an enrollment stands by the account, as in the API: `pending`, `accepted` … */
  async state(reference: string): Promise<string> {
    return (await this.card(reference).locator("[data-state]").getAttribute("data-state")) ?? "";
  }

  /** Withdraws an enrollment, as its page asks. */
  async withdraw(reference: string) {
    await this.card(reference).locator(`a[href$="/${reference}/withdraw"]`).click();
    await expect(this.page).toHaveURL(/\/withdraw$/);
    await this.main.locator("form button[type=submit]").first().click();
    await expect(this.page).not.toHaveURL(/\/withdraw$/);
  }

  private at(path: string): string {
    return new URL(path, this.sandbox.url).href;
  }
}

import { expect, type Page } from "@playwright/test";
import { linksIn, type Mail } from "./mailbox";

export const GOOD_PASSWORD = "tren limón martes botella";

/** The link in a message that sets a password. */
export function setupLinkIn(mail: Mail): string {
  const link = linksIn(mail).find((url) => url.includes("/account-setup/"));
  if (!link) throw new Error(`no set-up link in “${mail.subject}”`);
  return link;
}

/** The account pages, found by their fields' names, so that a flow reads the same in every language. */
export class AccountPages {
  constructor(readonly page: Page) {}

  readonly errors = () => this.page.locator("main [data-error-summary]");

  async fill(fields: { name?: string; surname?: string; email?: string; password?: string }) {
    for (const [name, value] of Object.entries(fields)) {
      await this.page.locator(`main input[name="${name}"]`).fill(value);
    }
  }

  /** Presses the form's button. */
  async submit() {
    await this.page.locator("main form button").last().click();
  }

  async expectAccountOf(...students: string[]) {
    await expect(this.page).toHaveURL(/\/account$/);
    await expect(this.page.locator("main article h3")).toHaveText(students);
  }

  async signOut() {
    await this.page.locator("#sign-out").click();
    await expect(this.page).toHaveURL(/\/sign-in$/);
  }
}

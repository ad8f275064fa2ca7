import { createHash, randomBytes } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { getLinks, type Mail } from "../mailbox";
import type { Database, School } from "../servers/school";

export const GOOD_PASSWORD = "tren limón martes botella";

export function findSetupLink(mail: Mail): string {
  const link = getLinks(mail).find((url) => url.includes("/account-setup/"));
  if (!link) throw new Error(`no set-up link in “${mail.subject}”`);
  return link;
}

/** Account pages, found by field names in every language. */
export class AccountPages {
  constructor(readonly page: Page) {}

  readonly errors = () => this.page.locator("main [data-error-summary]");

  async fill(fields: { name?: string; surname?: string; email?: string; password?: string }) {
    const closedDetails = this.page.locator("details:not([open]):has(input[name=password]) summary");
    if (fields.password !== undefined && (await closedDetails.count()) > 0) await closedDetails.click();
    for (const [name, value] of Object.entries(fields)) {
      await this.page.locator(`main input[name="${name}"]`).fill(value);
    }
  }

  async submit() {
    await this.page.locator("main form button").last().click();
  }

  /** A named guardian enters the birth date and opens the confirmation. */
  async openConfirmation(birthDate: string) {
    await this.submitBirthDate(birthDate);
    await this.page.locator('main a[href$="?answer=confirm"]').click();
    await this.page.locator('main input[name="terms"]').check();
  }

  async submitBirthDate(birthDate: string) {
    const [year = "", month = "", day = ""] = birthDate.split("-");
    for (const [part, value] of Object.entries({ day, month, year }))
      await this.page.locator(`#student_birth_date_${part}`).fill(value);
    await this.submit();
  }

  async expectStudents(...students: string[]) {
    await expect(this.page).toHaveURL(/\/account(\?said=\w+)?$/);
    await expect(this.page.locator("main article h2")).toHaveText(students);
  }

  async signOut() {
    await this.page.locator("#sign-out").click();
    await expect(this.page).toHaveURL(/\/sign-in$/);
  }
}

/** Signs in by cookie; sign-in has its own tests. */
export async function openAccount(
  context: BrowserContext,
  school: School,
  { query }: Database,
  email: string,
) {
  const token = randomBytes(32).toString("base64url");
  await query(`insert into accounts (person_id, password_hash) select id, 'x' from people where email = $1`, [
    email,
  ]);
  await query(
    `update guardianships set confirmed_at = now() where guardian_id = (select id from people where email = $1)`,
    [email],
  );
  await query(
    `insert into sessions (hash, person_id, created_at, expires_at)
     select $1, id, now(), now() + interval '1 day' from people where email = $2`,
    [createHash("sha256").update(token).digest(), email],
  );
  await context.addCookies([{ name: "session", value: token, url: school.url }]);
}

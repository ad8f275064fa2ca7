import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { getTotpCode, STAFF_PASSWORD } from "@/test/support/domain/totp";
import { getRunArgs } from "@/test/support/processes/programs";
import type { School } from "../servers/school";

export const VALID_PASSWORD = STAFF_PASSWORD;

/** Runs a command on the school's database; returns its output. */
export async function runCommand(school: School, name: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...school.environment };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...getRunArgs(`commands/${name}.ts`), ...args],
    {
      env,
    },
  );
  return stdout.trim();
}

/** Desk pages, found by field names in every language. */
export class DeskPages {
  constructor(
    readonly page: Page,
    readonly prefix = "",
  ) {}

  readonly errors = () => this.page.locator("main [data-error-summary]");

  async fill(fields: Record<string, string>) {
    for (const [name, value] of Object.entries(fields)) await this.page.locator(`main #${name}`).fill(value);
  }

  /** Submits the form with this field. */
  async submit(field: string) {
    await this.page.locator(`main form:has([name="${field}"]) button[type=submit]`).last().click();
  }

  /** From an invitation to the desk, with a second factor; returns recovery codes. */
  async acceptInvitation(link: string, { name, email }: { name: string; email: string }): Promise<string[]> {
    await this.page.goto(link);
    await this.fill({ name, password: VALID_PASSWORD });
    await this.submit("password");
    await expect(this.page).toHaveURL(/\/desk\/sign-in/);
    await this.signIn(email);
    await expect(this.page).toHaveURL(/\/desk\/second-factor/);
    const key = (await this.page.locator("main p.font-mono").textContent()) ?? "";
    await this.fill({ code: getTotpCode(key, new Date()) });
    await this.submit("code");
    const codes = this.page.locator("main ul.font-mono li");
    await expect(codes).toHaveCount(10);
    await this.page.goto("/desk"); // unsaved codes are shown again
    await expect(codes).toHaveCount(10);
    const recoveryCodes = await codes.allTextContents();
    await this.page.locator("main form button").last().click();
    await expect(this.page).toHaveURL(/\/desk$/);
    return recoveryCodes;
  }

  async signIn(email: string) {
    await this.fill({ email, password: VALID_PASSWORD });
    await this.submit("password");
  }

  async search(text: string) {
    await this.page.locator('input[name="words"]').fill(text);
    await this.page.locator("search button").click();
  }
}

import { expect, type Locator, type Page } from "@playwright/test";
import { openPage } from "./open-page.js";
import type { Sandbox } from "./sandbox.js";

/** What a family answers, by the API's names of the fields; `yes`/`no` for questions, `YYYY-MM-DD` for dates. */
export type Answers = Record<string, string | number | boolean | undefined>;

/** The enrollment form, in Spanish unless said. */
export class EnrollmentForm {
  readonly main: Locator;
  readonly heading: Locator;
  /** What the form says is wrong. */
  readonly problems: Locator;
  private readonly form: Locator;

  constructor(
    readonly page: Page,
    private readonly sandbox: Sandbox,
    private readonly locale: "es" | "ca" | "en" = "es",
  ) {
    this.main = page.locator("main");
    this.heading = this.main.locator("h1");
    this.problems = this.main.locator("[data-error-summary] li");
    this.form = this.main.locator("form").filter({ has: page.locator("button[type=submit]") });
  }

  /** Puts the browser into the sandbox and opens the form's first question. */
  async open() {
    await openPage(this.page, () => this.sandbox.formLink()); // or fails: else all this would be sent to the school
    await openPage(this.page, new URL(this.path(), this.sandbox.url).href);
    const start = this.main.locator(`a[href^="${this.path("/")}"]`).first();
    await this.leave(() => start.click());
  }

  /** The question's name, such as `birth-date`; `check` before sending, `done` afterwards. */
  step(): string {
    return /\/enroll\/([\w-]+)/.exec(this.page.url())?.[1] ?? "start";
  }

  control(name: string): Locator {
    return this.form.locator(`[name="${name}"]`);
  }

  /** Answers question after question until the one named. */
  async walkTo(step: string, answers: Answers) {
    const fields = toFields(answers);
    for (let pages = 0; this.step() !== step; pages++) {
      expect(pages, `still at ${this.step()}`).toBeLessThan(30);
      await this.answer(fields);
      await this.continue();
    }
    const hasDetails = ["student_document", "student_phone", "student_address"].some((name) => answers[name]);
    if (step === "check" && answers.guardian_email && hasDetails) await this.openDetails(fields);
  }

  /** A child's document, phone and address, to which check answers leads whoever has more to say. */
  private async openDetails(fields: Record<string, string>) {
    await this.leave(() => this.main.locator('a[href*="/student-more?"]').click());
    await this.answer(fields);
    await this.continue();
  }

  /** Puts what this page asks for into its controls. */
  async answer(fields: Record<string, string>) {
    for (const name of await this.controls()) {
      const value = fields[name];
      if (value !== undefined) await this.put(name, value);
    }
  }

  async put(name: string, value: string) {
    const control = this.control(name);
    const closedDetails = this.form
      .locator("details:not([open])")
      .filter({ has: this.page.locator(`[name="${name}"]`) });
    if (value !== "" && (await closedDetails.count()) > 0)
      await closedDetails.locator("summary").first().click();
    const kind = await control.first().evaluate((element) => (element as HTMLInputElement).type);
    if (kind === "radio") await this.form.locator(`[name="${name}"][value="${value}"]`).check();
    else if (kind === "checkbox") await control.setChecked(value !== "");
    else if (kind === "select-one") await control.selectOption(value);
    else await control.fill(value);
  }

  /** On to the next page. */
  async continue() {
    await this.leave(() => this.form.locator("button[type=submit]").click());
  }

  /** From the last page: accepts the terms and sends. Returns the reference. */
  async send(): Promise<string> {
    await this.put("terms_and_conditions", "on");
    await this.continue();
    await expect(this.page).toHaveURL(/\/enroll\/done$/);
    return (await this.main.getByText(/^[34679ACDEFGHJKMNPQRTUWXY]{8}$/).textContent()) ?? "";
  }

  /** Everything at once: opens, answers, sends. Returns the reference. */
  async enroll(answers: Answers): Promise<string> {
    await this.open();
    await this.walkTo("check", answers);
    return this.send();
  }

  private path(rest = ""): string {
    return `${this.locale === "es" ? "" : `/${this.locale}`}/enroll${rest}`;
  }

  private controls(): Promise<string[]> {
    return this.form.locator("input:not([type=hidden]), select, textarea").evaluateAll((controls) => [
      ...new Set(
        controls
          .filter((control) => !control.closest("[aria-hidden=true]"))
          .map((control) => (control as HTMLInputElement).name)
          .filter(Boolean),
      ),
    ]);
  }

  /** Waits until another page stands there, by navigation or by script. */
  private async leave(act: () => Promise<void>) {
    const [url, heading] = [this.page.url(), (await this.heading.textContent()) ?? ""];
    await act();
    await expect(this.page).not.toHaveURL(url);
    await expect(this.heading).not.toHaveText(heading);
  }
}

/** Answers as the form's controls take them. */
function toFields(answers: Answers): Record<string, string> {
  const guardian = answers.guardian_email !== undefined;
  const fields: Record<string, string> = {
    ...(guardian && {
      student_same_address: answers.student_address ? "" : "on",
      has_second_guardian: answers.second_guardian_email ? "yes" : "no",
      has_student_email: answers.student_email ? "yes" : "no",
    }),
  };
  for (const [name, value] of Object.entries(answers)) {
    if (value === undefined) continue;
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(String(value)) ?? [];
    if (year && month && day)
      Object.assign(fields, { [`${name}_day`]: day, [`${name}_month`]: month, [`${name}_year`]: year });
    else fields[name] = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
  }
  return fields;
}

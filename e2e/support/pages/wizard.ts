import { expect, type Locator, type Page } from "@playwright/test";
import { type Enrollment, type FormInput, hasOptionalInput, toFormInput } from "../answers";
import { skipToStep } from "../skip-to-step";

type Locale = "es" | "ca" | "en";

/** Page object of all steps, which are found by field names. */
export class Wizard {
  readonly main: Locator;
  readonly form: Locator;
  readonly heading: Locator;
  readonly errors: Locator;
  readonly continueButton: Locator;

  constructor(
    readonly page: Page,
    readonly locale: Locale = "es",
    private readonly javaScriptEnabled = true,
  ) {
    this.main = page.locator("main");
    this.continueButton = this.main.locator("form button[type=submit]");
    this.form = this.main.locator("form").filter({ has: page.locator("button[type=submit]") });
    this.heading = this.main.locator("h1");
    this.errors = this.main.locator("[data-error-summary] li");
  }

  url(path = ""): string {
    return `${this.locale === "es" ? "" : `/${this.locale}`}/enroll${path}`;
  }

  async start() {
    await this.page.goto(this.url());
    const start = this.main.locator(`a[href^="${this.url("/")}"]`).first();
    await this.navigate(() => start.click());
  }

  /** The step in the address, such as `guardian-name`; `done` at the end. */
  step(): string {
    return /\/enroll\/([\w-]+)/.exec(this.page.url())?.[1] ?? "start";
  }

  control(name: string): Locator {
    return this.form.locator(`[name="${name}"]`);
  }

  /** Visible controls, in page order. */
  async controlNames(): Promise<string[]> {
    return [...(await this.controlTypes()).keys()];
  }

  /** Type of each control. */
  private async controlTypes(): Promise<Map<string, string>> {
    const entries = await this.form
      .locator("input:not([type=hidden]), select, textarea")
      .evaluateAll((controls) =>
        controls
          .filter((control) => !control.closest("[aria-hidden=true]"))
          .map(
            (control) => [(control as HTMLInputElement).name, (control as HTMLInputElement).type] as const,
          ),
      );
    return new Map(entries.filter(([name]) => name !== ""));
  }

  /** Fills the page's controls. */
  async answer(answers: FormInput) {
    for (const [name, type] of await this.controlTypes()) {
      const value = answers[name];
      if (value !== undefined) await this.fillByType(type, name, value);
    }
  }

  async fill(name: string, value: string) {
    const first = this.control(name).first();
    await this.fillByType(await first.evaluate((element) => (element as HTMLInputElement).type), name, value);
  }

  private async fillByType(type: string, name: string, value: string) {
    const control = this.control(name);
    if (value !== "") await this.openDetails(name, type === "radio" ? `[value="${value}"]` : "");
    if (type === "radio") return this.form.locator(`[name="${name}"][value="${value}"]`).check();
    if (type === "checkbox") return control.setChecked(value !== "");
    if (type === "select-one") return void (await control.selectOption(value));
    await control.fill(value);
  }

  /** Opens the `details` around a control, or around one of its options. */
  async openDetails(name: string, option = "") {
    const details = this.form
      .locator("details:not([open])")
      .filter({ has: this.page.locator(`[name="${name}"]${option}`) });
    await details.evaluateAll(([first]) => first?.querySelector("summary")?.click()); // at once: it may open by itself
  }

  /** Values of the page's controls. */
  async readValues(): Promise<FormInput> {
    return this.form.evaluate((form) => {
      const data = new FormData(form as HTMLFormElement);
      return Object.fromEntries(
        [...data].filter(([name]) => !name.startsWith("$")).map(([name, value]) => [name, String(value)]),
      );
    });
  }

  /** Continues to the next page. */
  async continue() {
    await this.navigate(() => this.continueButton.click());
  }

  /** Continues and expects errors. */
  async expectErrors() {
    await this.continueButton.click();
    await this.errors.first().waitFor();
  }

  /** The same step in another language, by the menu. */
  async switchTo(locale: Locale): Promise<Wizard> {
    await this.page.locator("header details:has(button[name=language]) > summary").click();
    await this.page.locator(`header button[name=language][value=${locale}]`).click();
    await expect(this.page.locator("html")).toHaveAttribute("lang", locale);
    return new Wizard(this.page, locale, this.javaScriptEnabled);
  }

  /** Fills in pages until the given step. */
  async walkTo(
    step: string,
    enrollment: Enrollment,
    onEachPage: (wizard: Wizard) => Promise<void> = async () => {},
  ) {
    const answers = toFormInput(enrollment);
    for (let pages = 0; this.step() !== step; pages++) {
      expect(pages, `pages until ${step}; now at ${this.step()}`).toBeLessThan(25);
      await onEachPage(this);
      await this.answer(answers);
      await this.continue();
    }
    if (step === "check" && hasOptionalInput(answers)) await this.addOptionalAnswers(answers);
  }

  /** Optional answers, added from check answers. */
  private async addOptionalAnswers(answers: FormInput) {
    const link = this.main.locator('a[href*="/student-more?"]');
    if ((await link.count()) !== 1) return; // with several children there is one link each
    await this.navigate(() => link.click());
    await this.answer(answers);
    await this.continue();
  }

  /** Opens a step with a prepared draft, for flows about other pages. */
  async skipTo(step: string, enrollment: Enrollment) {
    const { origin } = new URL((await this.page.request.get("/healthz")).url());
    const from = this.step() === "start" ? this.url("/birth-date") : this.page.url();
    await skipToStep(this.page.context(), new URL(from, origin), step, enrollment);
    await this.page.goto(this.url(`/${step}`));
    await this.waitForHydration();
  }

  async waitForHydration() {
    if (this.javaScriptEnabled) await this.page.waitForFunction(isHydrated);
  }

  async walkToCheck(enrollment: Enrollment) {
    await this.start();
    await this.walkTo("check", enrollment);
  }

  /** Accepts the terms and submits. */
  async submit() {
    await this.fill("terms_and_conditions", "on");
    await this.continue();
    await expect(this.page).toHaveURL(/\/enroll\/done$/);
  }

  async readReference(): Promise<string | null> {
    return this.main.getByText(/^[34679ACDEFGHJKMNPQRTUWXY]{8}$/).textContent();
  }

  /**
   * Navigates and waits for the next page, with or without a document load. Not with `expect`, which
   * serialises the page on each failed attempt.
   */
  private async navigate(action: () => Promise<void>) {
    const [url, heading] = [this.page.url(), await this.heading.textContent()];
    await action();
    await this.page.waitForURL(({ href }) => href !== url, { waitUntil: "domcontentloaded" });
    await expect(this.heading).not.toHaveText(heading ?? "");
  }
}

/** React has hydrated the form. */
const isHydrated = () =>
  [...document.querySelectorAll("main form:has(button[type=submit])")].some((form) =>
    Object.keys(form).some((key) => key.startsWith("__reactProps")),
  );

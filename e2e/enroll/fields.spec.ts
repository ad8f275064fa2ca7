import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import { Wizard } from "../support/pages/wizard";
import { aDetailedMinor } from "../support/people";
import { readStoredEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

test("validates only on Continue (W8)", async ({ wizard }) => {
  await wizard.skipTo("guardian-contact", aMinor());
  await wizard.fill("guardian_email", "not an address");
  await wizard.control("guardian_phone").focus();
  await wizard.fill("guardian_phone", "12 ab");
  await wizard.control("guardian_email").focus();
  await expect(wizard.main.locator("[aria-invalid=true]")).toHaveCount(0);
  await wizard.expectErrors();
  await expect(wizard.main.locator("[aria-invalid=true]").first()).toBeVisible();
});

test("incomplete, impossible and disallowed dates have different errors (W13)", async ({ wizard }) => {
  await wizard.start();
  const texts = new Set<string | null>();
  for (const [day, month, year] of [
    ["", "", ""],
    ["", "5", "1990"],
    ["12", "", "1990"],
    ["12", "5", ""],
    ["31", "abril", "1990"],
    ["12", "5", "90"],
    ["12", "brumario", "1990"],
    ["32", "5", "1990"],
    ["12", "5", "2999"],
    ["12", "5", "1790"],
  ] as const) {
    await wizard.fill("student_birth_date_day", day);
    await wizard.fill("student_birth_date_month", month);
    await wizard.fill("student_birth_date_year", year);
    const previousCount = texts.size;
    await wizard.continueButton.click();
    await expect(async () => {
      texts.add(await wizard.errors.first().textContent());
      expect(texts.size, `${day}/${month}/${year} has words of its own`).toBe(previousCount + 1);
    }).toPass();
  }
  expect([...texts].join()).not.toMatch(/inválid|por favor/i); // point 11
  expect([...texts].join()).toContain("31 abril 1990");
  expect([...texts].join()).toContain("cuatro cifras");
});

/** Types a date into the month before the page's scripts arrive; returns a function that lets them through. */
async function typeBeforeScripts(wizard: Wizard, page: Page, date: string): Promise<() => void> {
  await wizard.start();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await wizard.fill("student_birth_date_month", date);
  return () => release();
}

test("a whole date that was typed before the scripts arrived is distributed when they do (W13)", async ({
  wizard,
  page,
}) => {
  const release = await typeBeforeScripts(wizard, page, "5 de enero de 1990");
  await wizard.continueButton.focus();
  release();
  await expect(wizard.control("student_birth_date_year")).toHaveValue("1990");
  await expect(wizard.control("student_birth_date_month")).toHaveValue("enero");
  await expect(wizard.control("student_birth_date_day")).toHaveValue("5");
});

test("a date is not distributed while it is being typed, also if the scripts arrive then (W13)", async ({
  wizard,
  page,
}) => {
  const release = await typeBeforeScripts(wizard, page, "5 de enero de 19");
  release();
  await wizard.waitForHydration();
  await expect(wizard.control("student_birth_date_month")).toHaveValue("5 de enero de 19");
  await page.keyboard.type("90");
  await page.keyboard.press("Tab");
  await expect(wizard.control("student_birth_date_year")).toHaveValue("1990");
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? "with" : "without"} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test("a whole date in one input is distributed to the three (W13)", async ({ wizard }) => {
      await wizard.start();
      await wizard.fill("student_birth_date_month", "5 de enero de 90");
      await wizard.expectErrors();
      await expect(wizard.errors).toContainText("cuatro cifras");
      const dayAndMonth = { student_birth_date_day: "5", student_birth_date_month: "enero" };
      expect(await wizard.readValues()).toMatchObject({ ...dayAndMonth, student_birth_date_year: "90" });

      for (const part of ["month", "year"]) await wizard.fill(`student_birth_date_${part}`, "");
      await wizard.fill("student_birth_date_day", "5/1/1990");
      await wizard.continue();
      await wizard.page.goto(wizard.url("/birth-date"));
      expect(await wizard.readValues()).toMatchObject({
        student_birth_date_day: "5",
        student_birth_date_month: "1",
        student_birth_date_year: "1990",
      });
    });
  });
}

test("check answers shows advice on unusual values, and stores them as typed or corrected (16, 17)", async ({
  wizard,
  database,
}) => {
  const guardian_document = `X${randomInt(1e6, 1e7)}L`; // one guardian is known by it in one school
  const minor = aDetailedMinor({ guardian_document, guardian_phone: "34600123456" });
  const [student_phone, student_document] = ["60012", String(randomInt(1e7, 1e8))];
  await wizard.skipTo("check", {
    ...minor,
    student_phone,
    student_document,
    student_document_type: "dni",
  });
  const findCard = (step: string) =>
    wizard.main.locator("section section").filter({ has: wizard.page.locator(`a[href*="/${step}?"]`) });
  await expect(findCard("guardian-name")).toContainText("parece un NIE");
  await expect(findCard("student-more")).toContainText("Falta la letra");
  await expect(findCard("student-more")).toContainText("suelen tener 9 cifras y este tiene 5");
  await expect(findCard("guardian-contact")).toContainText("+34 600123456");
  await expect(findCard("guardian-contact")).not.toContainText("cifras");
  await wizard.submit();
  const { record } = await readStoredEnrollment(database, minor.student_email as string);
  expect(record.student).toMatchObject({ phone: student_phone, document: student_document });
  expect(record.guardians).toMatchObject([{ phone: "600123456", document: guardian_document }, {}]);
});

test("a document that does not fit its type gets advice and can be submitted (W17)", async ({ wizard }) => {
  const minor = aMinor();
  await wizard.skipTo("guardian-name", minor);
  await wizard.answer({ ...toFormInput(minor), guardian_document_type: "dni", guardian_document: "" });
  const advice = wizard.form.getByRole("status").first();
  const number = wizard.control("guardian_document");
  for (const [type, input, text] of [
    ["dni", "12345678-a", "La letra no corresponde"],
    ["dni", "1234567L", "ocho cifras"],
    ["dni", "12345678", "Falta la letra"],
    ["dni", "x-1234567-l", "parece un NIE"],
    ["nie", "12345678Z", "parece un DNI"],
  ] as const) {
    await wizard.fill("guardian_document_type", type);
    await wizard.fill("guardian_document", input);
    await number.blur();
    await expect(advice, input).toContainText(text);
  }
  await wizard.fill("guardian_document_type", "passport"); // which is not looked at
  await expect(advice).toBeHidden();
  await wizard.fill("guardian_document_type", "nie");
  await expect(advice).toBeVisible();
  await wizard.continue();
  expect(wizard.step()).toBe("guardian-contact");

  await wizard.fill("guardian_phone", "600 12");
  await wizard.control("guardian_phone").blur();
  await expect(advice.last()).toContainText("suelen tener 9 cifras y este tiene 5");
  await wizard.fill("guardian_phone_country_code", "+44");
  await wizard.fill("guardian_phone", "(0)7911 123456 (trabajo)");
  await wizard.control("guardian_phone").blur();
  await expect(advice.last()).toBeHidden();
});

test("lists Spain first, then the API's countries in the language's order (W18)", async ({ wizard, api }) => {
  await wizard.skipTo("guardian-contact", aMinor());
  const options = await wizard
    .control("guardian_country")
    .locator("option")
    .evaluateAll((elements) =>
      elements.map((option) => [(option as HTMLOptionElement).value, option.textContent]),
    );
  const [first, ...others] = options.filter(([value]) => value !== "");
  expect(first).toEqual(["es", "España"]);
  const names = others.filter(([value]) => value !== "es").map(([, name]) => name as string);
  expect(names).toEqual([...names].sort(new Intl.Collator("es").compare));
  const countries = (await api.get("general/countries")).body.data;
  expect(new Set(options.map(([value]) => value).filter(Boolean))).toEqual(new Set(countries));
});

test("the terms are unticked and open in a new tab; address, language and version are stored (W28, families 19)", async ({
  page,
  database,
}) => {
  const [wizard, adult] = [new Wizard(page, "ca"), anAdult()];
  await wizard.skipTo("check", adult);
  await expect(wizard.control("terms_and_conditions")).not.toBeChecked();
  const opening = page.waitForEvent("popup");
  await wizard.form.getByRole("link", { name: "condicions" }).click();
  const terms = await opening;
  await expect(terms.locator("html")).toHaveAttribute("lang", "ca");
  const [text] = await database.query<{ text: string }>(
    "select text from legal_texts where kind = 'terms' and locale = 'ca' order by version desc limit 1",
  );
  await expect(terms.locator("main h1")).toHaveText(String(/^# (.*)/.exec(text?.text ?? "")?.[1]));
  const expected = { terms_url: terms.url(), terms_text: "ca 1" };
  await terms.close();
  await wizard.expectErrors();
  await wizard.submit();
  expect((await readStoredEnrollment(database, adult.student_email)).record).toMatchObject(expected);
});

import { addDays, toDate, toLocalDay } from "@/lib/platform/dates";
import { anAdult } from "@/test/support/data/factories";
import { Wizard } from "../support/pages/wizard";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";

test.use({ viewport: { width: 1280, height: 800 } });

test("check answers has a card with one link for each step, and breaks long addresses at their @ (33, 42)", async ({
  wizard,
  page,
}) => {
  const [local, domain] = ["maria-josep.puigdemunt-i-casademont@", "escola-de-musica.example.org"];
  const minor = aDetailedMinor({ second_guardian_email: `${local}${domain}` });
  await wizard.skipTo("check", minor);
  const cards = wizard.main.locator("section section");
  const changeLinks = cards.locator("a[href$='?from=check']");
  const names = await changeLinks.evaluateAll((links) => links.map((link) => link.textContent));
  expect(await changeLinks.count()).toBe(await cards.count());
  expect(new Set(names).size, names.join()).toBe(names.length);
  expect(await cards.locator("h3").allTextContents()).toContain("Contacto y dirección");

  const email = wizard.main.getByText(minor.second_guardian_email as string);
  const lines = await email.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const fragments: [string, number][] = [];
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode);
      fragments.push([String(walker.currentNode.textContent), range.getClientRects().length]);
    }
    return fragments;
  });
  expect(lines, "an address too long for its line breaks at its @ alone").toEqual([
    [local, 1],
    [domain, 1],
  ]);

  const findCard = (step: string) => cards.filter({ has: page.locator(`a[href*="/${step}?"]`) });
  await expect(findCard("specialities")).toContainText("Sin responder");
  await expect(findCard("specialities").locator("dl")).toHaveCount(0);
  await expect(findCard("student-more")).toContainText(minor.student_document as string);
  await expect(wizard.main).not.toContainText("¿Quieres añadir");
});

test("skipped steps are one folded card with a link (33)", async ({ wizard, page }) => {
  await wizard.skipTo("check", {
    ...aDetailedMinor({ guardians: 1 }),
    student_document: "",
    student_phone: "",
    student_city: "",
  });
  const card = wizard.main
    .locator("section section")
    .filter({ has: page.locator('a[href*="/student-more?"]') });
  await expect(card).toContainText("No hace falta");
  const secondGuardian = wizard.main
    .locator("section section dl > div")
    .filter({ hasText: "Otra persona responsable" });
  await expect(secondGuardian, "a No is a No").toContainText(/No$/);
  await expect(wizard.main, "a wish that was not made is nothing missing").not.toContainText("opción");
  await card.getByRole("link").click();
  await expect(page).toHaveURL(/student-more\?from=check$/);
});

test("families 40: shows the monthly and yearly price before the terms; on a phone values have their own lines", async ({
  wizard,
  page,
  api,
}) => {
  const { syllabi } = await api.getCatalogue();
  await wizard.skipTo("check", anAdult({ student_syllabi_option1: syllabi[0] }));
  const cost = wizard.main.locator("section").filter({ hasText: "Lo que costará" });
  await expect(cost).toContainText(/\d,\d\d\s€\sal\smes/);
  await expect(cost).toContainText(/\d,\d\d\s€\spor\scurso/);
  await page.setViewportSize({ width: 360, height: 740 });
  const rows = await wizard.main.locator("dl.facts > div").evaluateAll((elements) =>
    elements.map((row) => {
      const [label, value] = [row.querySelector("dt"), row.querySelector("dd")];
      if (!label || !value || label.classList.contains("sr-only")) return true;
      return value.getBoundingClientRect().top >= label.getBoundingClientRect().bottom - 1;
    }),
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows).not.toContain(false);
});

test.describe("in a school of its own", () => {
  test.use({ freshSchool: true });

  test("untranslated names are marked as Spanish on pages in other languages (3.1.2)", async ({
    page,
    api,
    database,
  }) => {
    await database.query("update specialities set name_ca = null");
    const { body } = await api.get(`academic/specialities?school_year_id=${(await api.getCurrentYear()).id}`);
    const names = body.data.map(({ name }: { name: string }) => name).sort();
    const wizard = new Wizard(page, "ca");
    await wizard.skipTo("specialities", anAdult());
    const spanishOptions = wizard.control("student_speciality_option1").locator("option[lang=es]");
    await expect(async () => {
      await page.reload(); // a change of the catalogue is heard of within a second
      expect((await spanishOptions.allTextContents()).sort()).toEqual(names);
    }).toPass();
  });

  test("the last page and the mail name the day of the school's answer (45)", async ({
    page,
    database,
    mailbox,
  }) => {
    await database.query(
      "insert into settings (key, value, updated_at) values ('answer_within_days', '40', now())",
    );
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/Madrid" }).format(
      toDate(addDays(toLocalDay("Europe/Madrid"), 40)),
    );
    const adult = anAdult();
    const wizard = new Wizard(page, "en");
    await wizard.skipTo("check", adult);
    await wizard.submit();
    await expect(wizard.main).toContainText(`by ${day}`);
    expect((await mailbox.waitForMail(adult.student_email)).text.replace(/\s+/g, " ")).toContain(`by ${day}`);
  });
});

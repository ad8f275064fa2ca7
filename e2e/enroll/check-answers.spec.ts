import { anAdult } from "@/test/support/data/factories";
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
  await expect(findCard("specialities").locator("dl")).toHaveText("CursoSin elegir todavía");
  await expect(findCard("student-more")).toContainText(minor.student_document as string);
  await expect(wizard.main).not.toContainText("¿Quieres añadir");
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

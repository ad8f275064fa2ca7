import type { Locator, Page } from "@playwright/test";
import { runCommand } from "../support/pages/desk-pages";
import { openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

test.use({ freshSchool: true });

/** Rows that are visible without scrolling. */
const countRows = (page: Page) =>
  page.locator("main tbody tr").evaluateAll((rows) => {
    const bottoms = rows.map((row) => row.getBoundingClientRect().bottom);
    return bottoms.filter((bottom) => bottom <= innerHeight).length;
  });

const getTops = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));

/** Needs horizontal or vertical scrolling; a menu scrolls itself, a table its container. */
const isOverflowing = (locator: Locator) =>
  locator.evaluate((element) => {
    const container = element.matches("table") ? (element.parentElement ?? element) : element;
    return container.scrollWidth > container.clientWidth || container.scrollHeight > container.clientHeight;
  });

/** Browser area on a 1366 × 768 laptop and a larger screen, with the visible rows. */
const screens = [
  { width: 1366, height: 657, list: 16, besidePane: 13 },
  { width: 1280, height: 900, list: 25, besidePane: 20 },
];

test("desk 34: a laptop shows the whole menu and sixteen families with phone numbers, thirteen beside a pane; the bulk bar appears with a selection", async ({
  page,
  context,
  school,
}) => {
  await runCommand(school, "demo", "enrollments", "40");
  await openDesk(context, school, "admin"); // with the longest menu
  for (const { width, height, list, besidePane } of screens) {
    await page.setViewportSize({ width, height });
    await page.goto("/desk/enrollments?year=all");
    expect(await isOverflowing(page.locator("main table")), `the table at ${width}`).toBe(false);
    await page.goto("/desk/enrollments");
    await expect(page.locator("[data-idle]")).toBeHidden();
    expect(await isOverflowing(page.locator("main table")), `the table at ${width}`).toBe(false);
    expect(await isOverflowing(page.locator("[data-dense] > header")), `the menu at ${width}`).toBe(false);
    expect(await countRows(page), `${width}`).toBeGreaterThanOrEqual(list);
    await expect(page.locator("main tbody tr").first().locator(".row-second")).toHaveText(/\+34 \d{9} · /);
    await page.keyboard.press("j");
    await expect(page.locator("main aside [data-key=a]")).toBeInViewport({ ratio: 1 });
    expect(await isOverflowing(page.locator("main table")), `the table beside a pane at ${width}`).toBe(
      false,
    );
    expect(await countRows(page), `${width}, beside one`).toBeGreaterThanOrEqual(besidePane);
  }
  for (const language of ["ca", "en"]) {
    await page.setViewportSize(screens[0] as { width: number; height: number });
    await page.goto(`/${language}/desk/labels`);
    expect(await isOverflowing(page.locator("[data-dense] > header")), `the menu in ${language}`).toBe(false);
  }
  await page.goto("/desk/enrollments");
  const selectAll = page.getByRole("checkbox", { name: "Marcar todas las de esta página" });
  const getColor = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).color);
  const bulkButton = page.getByRole("button", { name: "Con las 40…" });
  await selectAll.check();
  await expect(bulkButton).toBeVisible();
  await expect(page.locator(".bulk-bar button:visible")).toHaveText([
    "Desmarcar",
    "Aceptar",
    "Lista de espera",
    "Sin plaza",
    "Etiqueta",
    "Más…",
    "Con las 40…",
  ]);
  expect(new Set(await getTops(page, ".bulk-bar button:visible")).size, "in one line").toBe(1);
  await bulkButton.hover();
  await expect(bulkButton, "readable under the pointer").toHaveCSS("color", await getColor(".bulk-bar"));
  await page.locator("main tbody input[name=row]").first().uncheck();
  await expect(selectAll).not.toBeChecked();
  await selectAll.check();
  await selectAll.uncheck();
  await expect(bulkButton).toBeHidden();

  // The printed list has its filters and date, and no checkboxes.
  await page.goto("/desk/enrollments?age=minor");
  await page.emulateMedia({ media: "print" });
  const printed = page.locator("main p", { hasText: "Escuela de Música Matrícula · Curso 20" });
  await expect(printed).toContainText(/ · Menores · \d+ de \w+ de 20\d\d$/);
  await expect(page.locator("main input[name=row]").first()).toBeHidden();
  const headings = await page.locator("main thead tr > *").allTextContents();
  const column = headings.findIndex((heading) => heading.includes("Plaza o 1.ª opción"));
  const place = page.locator("main tbody tr").first().locator("> *").nth(column).locator("span");
  await place.evaluate((element) => element.append(` ${"de un nombre muy largo ".repeat(5)}`));
  const isCut = place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(await isCut, "a long place is printed in full").toBe(false);
  // Class lists are printed together, each on a new page.
  await page.goto("/desk/places/classes");
  const sheets = page.locator("main section");
  await expect(sheets.nth(1).getByText("Escuela de Música Matrícula · 20")).toBeVisible();
  const breaks = sheets.evaluateAll((elements) =>
    elements.map((sheet) => getComputedStyle(sheet).breakBefore),
  );
  expect((await breaks).slice(0, 3)).toEqual(["auto", "page", "page"]);
  await page.emulateMedia({ media: "screen" });
  const columns = await sheets
    .locator("thead th:last-child")
    .evaluateAll((headings) => headings.map((heading) => Math.round(heading.getBoundingClientRect().left)));
  expect(columns.length).toBeGreaterThan(2);
  expect(new Set(columns).size, "columns of all classes are aligned").toBe(1);

  const searchTops: number[][] = []; // the same with and without a choice of year
  for (const address of ["/desk/places", "/desk/labels"]) {
    await page.goto(address);
    searchTops.push(await getTops(page, "search input[name=words]"));
  }
  expect(searchTops[0]).toHaveLength(1);
  expect(searchTops[0]).toEqual(searchTops[1]);
  await expect(async () => {
    await page.keyboard.press("/"); // works once scripts run
    await expect(page.locator("search input[name=words]")).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type("+34 6");
  await page.keyboard.press("Enter");
  await expect(page.locator("main search input[name=words]")).toHaveValue("+34 6");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/desk/enrollments");
  expect(await countRows(page), "on a phone").toBeGreaterThanOrEqual(1);
  // A card has its checkbox left of the name and shows no dash; the filters are in one row.
  const card = page.locator("main tbody tr").first();
  const checkbox = await card.locator("input").boundingBox();
  const name = await card.locator("th a").first().boundingBox();
  if (!checkbox || !name) throw new Error("The first card has no checkbox or no name");
  expect(checkbox.x + checkbox.width).toBeLessThan(name.x);
  expect(Math.abs(checkbox.y - name.y)).toBeLessThan(16);
  const lefts = await card
    .locator("td:visible")
    .evaluateAll((cells) => cells.slice(1).map((cell) => Math.round(cell.getBoundingClientRect().left)));
  expect(Math.min(...lefts), "nothing is below the checkbox").toBe(Math.round(name.x));
  const dashes = page.locator("main tbody td").filter({ hasText: /^–$/ });
  expect(await dashes.count()).toBeGreaterThan(0);
  await expect(dashes.filter({ visible: true })).toHaveCount(0);
  expect(new Set(await getTops(page, "main select[data-at-once]")).size).toBe(1);
  await card.locator("input").check();
  await expect(page.locator(".bulk-bar button:visible")).toHaveText([
    "Marcar estas 40",
    "Desmarcar",
    "Aceptar",
    "Lista de espera",
    "Más…",
    "Con las 40…",
  ]);
  expect(new Set(await getTops(page, ".bulk-bar button:visible")).size, "lines on a phone").toBe(3);

  // The limit of a speciality stands beside its name.
  await page.goto("/desk/places");
  const speciality = await page.locator("main tbody th").first().boundingBox();
  const limit = await page.locator("main tbody input[inputmode=numeric]").first().boundingBox();
  if (!speciality || !limit) throw new Error("The first row has no name or no limit");
  expect(limit.x).toBeGreaterThan(speciality.x + speciality.width - 1);
  expect(limit.y).toBeLessThan(speciality.y + speciality.height);
});

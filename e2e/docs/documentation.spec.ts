import { anAdult } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { expect, test } from "../support/test";

const pages = [
  "/docs",
  "/docs/errors",
  "/docs/reference",
  "/docs/changelog",
  "/docs/es",
  "/docs/es/errors",
  "/docs/es/reference",
  "/docs/ca",
];

for (const path of pages) {
  test(`documentation: ${path} is accessible and fits a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", /\/(es|ca)\b/.exec(path)?.[1] ?? "en");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page, path);
  });
}

test("documentation: every link leads to an existing page", async ({ request, school }) => {
  const sourceByLink = new Map<string, string>();
  for (const path of pages) {
    const html = await (await request.get(path)).text();
    const links = [...html.matchAll(/<a\b[^>]* href="([^"#]*)/g)].map(([, href = ""]) => href);
    expect(links.length, path).toBeGreaterThan(5);
    for (const href of links) sourceByLink.set(new URL(href, `${school.url}${path}`).href, path);
  }
  for (const [link, from] of sourceByLink)
    expect.soft((await request.get(link)).status(), `${link}, on ${from}`).toBe(200);
});

test("documentation: every doc_url leads to its code", async ({ page, request }) => {
  const response = await request.get("/api/v1/general/terms");
  const { error } = await response.json();
  await page.goto(new URL(error.doc_url).pathname + new URL(error.doc_url).hash);
  await expect(page.locator("#missing_api_key")).toBeInViewport();
});

test("documentation: a request can be sent from the page with a key, also an enrollment", async ({
  page,
  school,
}) => {
  await page.goto("/docs/reference");
  const name = "GET /api/v1/academic/subjects";
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name })).toBeInViewport();
  await page.getByLabel("API key").fill(school.key);
  await page.getByLabel("Endpoint").selectOption({ label: name });
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status")).toContainText("200 OK");
  await expect(page.getByRole("status")).toContainText('"school_hours"');

  await page.getByLabel("Endpoint").selectOption({ label: "POST /api/v1/academic/adult_enrollment" });
  const example = JSON.parse(await page.getByLabel("Body (JSON)").inputValue());
  await page.getByLabel("Body (JSON)").fill(JSON.stringify({ ...example, ...anAdult() }));
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("status")).toContainText("201 Created");
  await expect(page.getByRole("status")).toContainText("enrollment-reference");
});

test("documentation: an unknown address gets a 404 page, also without JavaScript", async ({ request }) => {
  const response = await request.get("/docs/es/guides");
  expect(response.status()).toBe(404);
  const html = await response.text();
  expect(html).toContain("Esta página no existe");
  expect(html).toContain('href="/docs"');
  expect(html).not.toContain("/undefined");
});

test("documentation: a guide links to its Markdown; a page without Markdown gets a 404", async ({
  request,
  school,
}) => {
  const page = await (await request.get("/docs/ca")).text();
  expect(page).toContain('href="/docs/ca.md"');
  const response = await request.get("/docs/ca.md");
  expect([response.status(), response.headers()["content-type"]]).toEqual([
    200,
    "text/markdown; charset=utf-8",
  ]);
  expect(await response.text()).toContain(`${school.url}/api/v1`);
  expect((await request.get("/ca/docs.md")).status()).toBe(404);
});

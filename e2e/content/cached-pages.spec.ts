import { readFile } from "node:fs/promises";
import type { APIRequestContext } from "@playwright/test";
import { expect, test } from "../support/test";

const prefixes = ["", "/ca", "/en"];
const paths = ["/", "/enroll", "/enroll/birth-date", "/sign-in", "/terms", "/privacy", "/contact"];
const allPaths = [
  ...prefixes.flatMap((prefix) => paths.map((path) => `${prefix}${path}`.replace(/(.)\/$/, "$1"))),
  ...["/docs", "/docs/es/errors", "/docs/ca/reference"],
];

/** The page without scripts, flight data, React's markers and the nonce. */
async function readVisibleHtml(
  request: APIRequestContext,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await request.get(path, { headers });
  const html = await response.text();
  const isCached = !response.headers()["content-security-policy"]?.includes("nonce");
  return {
    isCached,
    html: html
      .replace(/<script.*?<\/script>|<link rel="preload" as="script"[^>]*>|<!--\/?\$-->/gs, "")
      .replace(/ nonce="[^"]*"/g, ""),
  };
}

test.describe("a cached page", () => {
  test.use({ freshSchool: true });

  test("equals the rendered page in each language, before and after changes of the school", async ({
    request,
    database,
  }) => {
    const expectCachedEqualsRendered = async () => {
      for (const path of allPaths) {
        const [cached, rendered] = [
          await readVisibleHtml(request, path),
          await readVisibleHtml(request, path, { Cookie: "a=b" }),
        ];
        expect([cached.isCached, rendered.isCached], path).toEqual([true, false]);
        expect(cached.html, path).toBe(rendered.html);
      }
    };
    await expectCachedEqualsRendered();
    const changes = [
      "insert into settings (key, value) values ('school_name', '\"Escola Roca\"')",
      "update subjects set price = price + 7",
      "update school_years set end_enrollment = end_enrollment + 1",
      "update specialities set name = name || ' nueva', name_ca = null, name_en = null",
    ];
    for (const change of changes) {
      const previousHtml = (await readVisibleHtml(request, "/")).html;
      await database.query(change);
      await expect
        .poll(async () => (await readVisibleHtml(request, "/")).html !== previousHtml, change)
        .toBe(true);
    }
    await expectCachedEqualsRendered();
  });
});

test("cached pages work under their Content-Security-Policy", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  for (const path of allPaths) {
    await page.context().clearCookies();
    const response = await page.goto(path);
    expect(response?.headers()["content-security-policy"], path).not.toContain("nonce");
    await page.locator("summary").first().click();
    if (path.startsWith("/docs")) continue;
    await page.keyboard.press("Escape"); // closes a menu by script alone
    await expect(page.locator("details[name=menu][open]"), path).toHaveCount(0);
  }
  await page.goto("/enroll");
  await page.locator("footer a[href='/contact']").click(); // without a load, under the first page's policy
  await expect(page.locator("main h1")).toBeFocused();
  expect(problems).toEqual([]);
});

test("the home and contact page stay below their size limit", async ({ request }) => {
  for (const [path, maxBytes] of [
    ["/", 60_000],
    ["/contact", 14_000],
  ] as const)
    expect((await (await request.get(path)).body()).length, path).toBeLessThanOrEqual(maxBytes);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the first question keeps its answer after Back", async ({ page }) => {
    await page.goto("/enroll/birth-date");
    const year = page.locator("main input[inputmode=numeric]").last();
    for (const [index, text] of ["7", "3", "1990"].entries())
      await page.locator("main input[inputmode=numeric]").nth(index).fill(text);
    await page.locator("main form button[type=submit]").first().click();
    await expect(page).not.toHaveURL(/birth-date/);
    await page.goBack();
    await expect(year).toHaveValue("1990");
    await page.reload();
    await expect(year).toHaveValue("1990");
  });
});

test("scripts and styles of the first question are cached for good and at most 180 kB", async ({
  page,
  baseURL,
}) => {
  const html = await (await page.request.get("/enroll/birth-date")).text();
  const addresses = new Set(html.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g));
  expect(addresses.size).toBeGreaterThan(5);
  const legacyScript = /<script[^>]*src="([^"]+)"[^>]*nomodule/i.exec(html)?.[1]; // for browsers of before 2018
  let length = 0;
  for (const address of addresses) {
    const file = await readFile(address.replace("/_next", ".next"));
    for (const coding of ["br", "gzip", "identity"]) {
      const response = await fetch(baseURL + address, { headers: { "Accept-Encoding": coding } });
      expect(Buffer.from(await response.arrayBuffer()).equals(file), address).toBe(true);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("vary")).toContain("Accept-Encoding");
      if (coding !== "br") continue;
      expect(response.headers.get("content-encoding")).toBe(file.length < 1_024 ? null : "br");
      if (address.endsWith(".js") && address !== legacyScript)
        length += Number(response.headers.get("content-length"));
    }
    for (const Range of ["bytes=0-9", "bytes=zz"]) {
      const response = await fetch(baseURL + address, { headers: { Range } }); // allowed, and nobody resumes a script
      expect([response.status, await response.text()]).toEqual([200, file.toString()]);
    }
    expect((await fetch(baseURL + address, { method: "POST", body: "x" })).status).toBe(405);
  }
  expect(length).toBeLessThanOrEqual(180_000);
});

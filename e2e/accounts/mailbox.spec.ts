import { randomUUID } from "node:crypto";
import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { createFormClient } from "@/test/soak/form-client";
import { anAdult } from "@/test/support/data/factories";
import { expectAccessible } from "../support/checks/axe";
import { readMailboxPath } from "../support/mailbox";
import { expect, test } from "../support/test";

const HOSTILE_NAME = '<img src=x onerror="document.title=1">';

test("the mailbox shows a message as a page and as text, and its link works", async ({
  page,
  school,
  api,
  mailbox,
}) => {
  const adult = anAdult({ school_year_id: (await api.getCurrentYear()).id, student_name: HOSTILE_NAME });
  await api.enrollAdult(adult, { "accept-language": "en" });
  const mail = await mailbox.waitForMail(adult.student_email);

  expect((await page.goto("/mailbox"))?.status()).toBe(403);
  await page.goto(await readMailboxPath(school.mailbox));
  await expect(page).toHaveURL(/\/mailbox$/);
  await expectAccessible(page, "mailbox");
  await page.locator(`main a[href="/mailbox/${mail.id}"]`).click();
  await expect(page.locator("main dl")).toContainText(adult.student_email);
  await expectAccessible(page, "a message");

  const frame = page.frameLocator("main iframe");
  await expect(frame.locator("body")).toContainText("Hello,");
  await expect(frame.locator("body")).not.toContainText("onerror"); // a name for nobody who has confirmed nothing
  await expect(frame.locator("img")).toHaveCount(0);
  const [popup] = await Promise.all([page.waitForEvent("popup"), frame.locator("a").first().click()]);
  await expect(popup.locator("main form button[type=submit]").first()).toBeVisible();
});

test("a mailbox of many messages has pages", async ({ page, school }) => {
  const ids = Array.from({ length: 101 }, () => randomUUID());
  await mkdir(school.mailbox as string, { recursive: true });
  for (const id of ids) {
    const file = path.join(school.mailbox as string, `${id}.json`);
    const mail = { id, to: ["many@example.org"], subject: id, kind: "accepted", text: "", html: "" };
    await writeFile(file, JSON.stringify({ ...mail, created_at: "2026-01-01T00:00:00Z" }));
    await utimes(file, new Date(), new Date(Date.now() - 24 * 3600 * 1000)); // after those of other tests
  }
  await page.goto(await readMailboxPath(school.mailbox));
  const listIds = () => page.locator("main ol a").allTextContents();
  const first = await listIds();
  expect(first).toHaveLength(100);
  await page.getByRole("link", { name: "Siguientes" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.locator("main ol a").first()).not.toHaveText(first[0] as string);
  expect([...first, ...(await listIds())]).toEqual(expect.arrayContaining(ids));
  expect((await page.goto("/mailbox?page=99"))?.status()).toBe(404);
  await Promise.all(ids.map((id) => rm(path.join(school.mailbox as string, `${id}.json`))));
});

test("every template has a preview in every language", async ({ page, school }) => {
  await page.goto(await readMailboxPath(school.mailbox));
  const links = await page
    .locator('main a[href*="preview."]')
    .evaluateAll((elements) => elements.map((link) => link.getAttribute("href") as string));
  expect(links).toHaveLength(3 * mailKinds.length); // in each language
  for (const link of links) {
    const response = await page.request.get(link);
    expect(response.status()).toBe(200);
    expect(response.headers()["content-security-policy"]).toContain("sandbox");
  }
});

test.describe("in production, over TLS and with a provider of e-mail", () => {
  test.use({
    serverEnv: {
      APP_URL: "https://school.example",
      MAIL_TRANSPORT: "resend",
      RESEND_API_KEY: "re_none",
      MAIL_FROM: "a@b.example",
      WORKER: "false",
    },
  });

  test("there is no mailbox; the draft's cookie has the __Host- prefix and Secure (W29)", async ({
    request,
    school,
  }) => {
    for (const path of ["/mailbox", "/mailbox/preview.guardian.es.html"])
      expect((await request.get(path)).status(), path).toBe(404);

    const client = createFormClient(school.url);
    await client.open("/enroll/birth-date");
    await client.post({
      student_birth_date_day: "9",
      student_birth_date_month: "3",
      student_birth_date_year: "1990",
    });
    const [cookie] = client.setCookies().filter((header) => header.includes("draft"));
    expect(cookie).toMatch(/^__Host-matricula_draft=[\w-]{43};/);
    for (const attribute of [/; Secure/i, /; HttpOnly/i, /; SameSite=lax/i, /; Path=\/(;|$)/i])
      expect(cookie).toMatch(attribute);
    expect(cookie).not.toMatch(/; Domain=/i);
  });
});

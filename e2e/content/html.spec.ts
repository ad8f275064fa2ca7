import { anAdult } from "@/test/factories";
import { setupLinkIn } from "../support/account-pages";
import { answersOf } from "../support/answers";
import { expectValidHtml } from "../support/html";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";
import { requiredOfMinors, wrongAnswers } from "../support/wrong-answers";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every step is valid HTML: empty, refused and filled in", async ({ wizard, page, api }) => {
    const documents: Promise<[where: string, html: string]>[] = [];
    const read = () => Promise.all(documents); // before leaving a page, whose body the browser then forgets
    page.on("response", (response) => {
      const request = response.request();
      if (request.resourceType() !== "document" || (response.status() >= 300 && response.status() < 400))
        return;
      const where = `${request.method()} ${new URL(response.url()).pathname}`;
      documents.push(response.text().then((html) => [where, html]));
    });
    const minor = aDetailedMinor(await api.studies());
    await page.goto(wizard.url());
    await wizard.start();
    await read();
    await wizard.walkTo("check", minor, async () => {
      await read();
      for (const [name, value] of Object.entries(wrongAnswers[wizard.step()] ?? {})) {
        const typed = (await wizard.controls()).includes(name) && !/^(first|unlisted)$/.test(value);
        if (typed) await wizard.put(name, value);
      }
      await Promise.all([page.waitForEvent("load"), wizard.next.click()]);
      await read();
      await wizard.page.goto(wizard.url(`/${wizard.step()}`));
      await read();
      await wizard.answer(answersOf(minor));
    });
    await read();
    await wizard.continueInVain();
    await read();
    await wizard.send();
    await read();
    await page.goto(wizard.url());
    await read();
    await page.goto(wizard.url("/delete"));
    const all = await read();
    for (const [where, html] of all) await expectValidHtml(html, where);
    const seen = all.map(([where]) => where);
    for (const step of requiredOfMinors.filter((step) => step !== "check"))
      expect(seen, "refusals that were looked at").toContain(`POST /enroll/${step}`);
  });
});

test("every other page is valid HTML, in three languages", async ({ page, api, mailbox }) => {
  const adult = anAdult({ school_year_id: (await api.currentYear()).id });
  await api.enrollAdult(adult);
  const mail = await mailbox.messageTo(adult.student_email);
  const setup = new URL(setupLinkIn(mail)).pathname;
  const pages = [
    "",
    "/enroll",
    "/enroll/birth-date",
    "/enroll/nothing",
    "/nothing",
    "/terms",
    "/privacy",
    "/accessibility",
    "/contact",
    "/sign-in",
    "/forgotten-password",
    "/account-setup/sent",
    `/account-setup/${"x".repeat(43)}`,
    setup,
    "/mailbox",
    `/mailbox/${mail.id}`,
  ];
  for (const prefix of ["", "/ca", "/en"])
    for (const path of pages) {
      const response = await page.request.get(`${prefix}${path}` || "/");
      await expectValidHtml(await response.text(), `${prefix}${path}`);
    }
  for (const path of ["/docs", "/docs/es", "/docs/reference"])
    await expectValidHtml(await (await page.request.get(path)).text(), path);
});

import { createFormClient } from "@/test/soak/form-client";
import { anAdult } from "@/test/support/data/factories";
import { findHtmlErrors } from "@/test/support/http/html-validator";
import { type FormInput, toFormInput } from "../support/answers";
import { readMailboxPath } from "../support/mailbox";
import { findSetupLink } from "../support/pages/account-pages";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";
import { requiredMinorSteps, wrongAnswers } from "../support/wrong-answers";

for (const prefix of ["", "/ca", "/en"])
  test(`every step is valid HTML: empty, refused and filled in (${prefix || "/"})`, async ({
    school,
    api,
  }) => {
    const answers = toFormInput(aDetailedMinor(await api.getStudies()));
    const client = createFormClient(school.url);
    const enroll = `${prefix}/enroll`;
    const seen: string[] = [];
    const look = async (what: string) => {
      seen.push(`${what}: ${client.step() || "start"}`);
      expect.soft(await findHtmlErrors(client.page()), `${what}: ${client.address()}`).toEqual([]);
    };
    const typed = (from: FormInput) =>
      Object.fromEntries(client.controls().flatMap((name) => (from[name] ? [[name, from[name]]] : [])));

    await client.open(enroll);
    await look("empty");
    await client.open(`${enroll}/birth-date`);
    while (client.step() !== "done") {
      const step = client.step();
      await look("empty");
      const wrong = Object.entries(wrongAnswers[step] ?? {}).filter(
        ([, it]) => !/^(first|unlisted)$/.test(it),
      );
      await client.post(typed(Object.fromEntries(wrong)));
      if (client.step() === step) await look("refused");
      await client.open(`${enroll}/${step}`);
      await look("filled in");
      if (step === "check") await lookAround(client, enroll, look);
      await client.post(typed({ ...answers, terms_and_conditions: "on" }));
      expect(client.step(), `what ${step} leads to`).not.toBe(step);
    }
    await look("sent");
    await client.open(enroll);
    await look("sent");
    for (const step of requiredMinorSteps) expect(seen).toContain(`refused: ${step}`);
  });

/** Resuming and deleting a draft. */
async function lookAround(
  client: ReturnType<typeof createFormClient>,
  enroll: string,
  look: (what: string) => Promise<void>,
) {
  for (const path of ["", "/delete", "/check"]) {
    await client.open(enroll + path);
    await look("begun");
  }
}

test("every other page is valid HTML, in three languages", async ({ request, school, api, mailbox }) => {
  await request.get(await readMailboxPath(school.mailbox));
  const adult = anAdult({ school_year_id: (await api.getCurrentYear()).id });
  await api.enrollAdult(adult);
  const mail = await mailbox.waitForMail(adult.student_email);
  const setup = new URL(findSetupLink(mail)).pathname;
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
      const response = await request.get(`${prefix}${path}` || "/");
      expect.soft(await findHtmlErrors(await response.text()), `${prefix}${path}`).toEqual([]);
    }
  for (const path of ["/docs", "/docs/es", "/docs/reference"])
    expect.soft(await findHtmlErrors(await (await request.get(path)).text()), path).toEqual([]);
});

import { createFormClient } from "@/test/soak/form-client";
import { anAdult } from "@/test/support/data/factories";
import { findHtmlErrors } from "@/test/support/http/html-validator";
import { type FormInput, toFormInput } from "../support/answers";
import { readMailboxPath } from "../support/mailbox";
import { findSetupLink } from "../support/pages/account-pages";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";
import { requiredMinorSteps, wrongAnswers } from "../support/wrong-answers";

test("every step is valid HTML: empty, refused and filled in", async ({ school, api }) => {
  const answers = toFormInput(aDetailedMinor(await api.getStudies()));
  const client = createFormClient(school.url);
  const checked: string[] = [];
  const checkPage = async (state: string) => {
    checked.push(`${state}: ${client.step() || "start"}`);
    expect.soft(await findHtmlErrors(client.page()), `${state}: ${client.address()}`).toEqual([]);
  };
  const pickAnswers = (input: FormInput) =>
    Object.fromEntries(client.controls().flatMap((name) => (input[name] ? [[name, input[name]]] : [])));

  await client.open("/enroll");
  await checkPage("empty");
  await client.open(`/enroll/birth-date`);
  while (client.step() !== "done") {
    const step = client.step();
    await checkPage("empty");
    const wrongInput = Object.entries(wrongAnswers[step] ?? {}).filter(
      ([, value]) => !/^(first|unlisted)$/.test(value),
    );
    await client.post(pickAnswers(Object.fromEntries(wrongInput)));
    if (client.step() === step) await checkPage("refused");
    await client.open(`/enroll/${step}`);
    await checkPage("filled in");
    if (step === "check") await checkDraftPages(client, checkPage);
    await client.post(pickAnswers({ ...answers, terms_and_conditions: "on" }));
    expect(client.step(), `what ${step} leads to`).not.toBe(step);
  }
  await checkPage("sent");
  await client.open("/enroll");
  await checkPage("sent");
  for (const step of requiredMinorSteps) expect(checked).toContain(`refused: ${step}`);
});

/** Resuming and deleting a draft. */
async function checkDraftPages(
  client: ReturnType<typeof createFormClient>,
  checkPage: (state: string) => Promise<void>,
) {
  for (const path of ["", "/delete", "/check"]) {
    await client.open(`/enroll${path}`);
    await checkPage("begun");
  }
}

test("every other page is valid HTML", async ({ request, school, api, mailbox }) => {
  await request.get(await readMailboxPath(school.mailbox));
  const adult = anAdult({ school_year_id: (await api.getCurrentYear()).id });
  await api.enrollAdult(adult);
  const mail = await mailbox.waitForMail(adult.student_email);
  const setup = new URL(findSetupLink(mail)).pathname;
  const pages = [
    "/",
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
    "/docs",
    "/docs/es",
    "/docs/reference",
  ];
  for (const path of pages)
    expect.soft(await findHtmlErrors(await (await request.get(path)).text()), path).toEqual([]);
});

import { anAdult } from "@/test/factories";
import { formClient } from "@/test/soak/form-client";
import { GOOD_PASSWORD, setupLinkIn } from "../support/account-pages";
import { answersOf, type Typed } from "../support/answers";
import { openDesk } from "../support/desk-session";
import { expectValidHtml } from "../support/html";
import { mailboxPage } from "../support/mailbox";
import { aDetailedMinor } from "../support/people";
import { expect, test } from "../support/test";
import { requiredOfMinors, wrongAnswers } from "../support/wrong-answers";

test("every step is valid HTML: empty, refused and filled in", async ({ school, api }) => {
  const answers = answersOf(aDetailedMinor(await api.studies()));
  const client = formClient(school.url);
  const seen: string[] = [];
  const look = async (what: string) => {
    seen.push(`${what}: ${client.step() || "start"}`);
    await expectValidHtml(client.page(), `${what}: ${client.address()}`);
  };
  const typed = (from: Typed) =>
    Object.fromEntries(client.controls().flatMap((name) => (from[name] ? [[name, from[name]]] : [])));

  await client.open("/enroll");
  await look("empty");
  await client.open("/enroll/birth-date");
  while (client.step() !== "done") {
    const step = client.step();
    await look("empty");
    const wrong = Object.entries(wrongAnswers[step] ?? {}).filter(([, it]) => !/^(first|unlisted)$/.test(it));
    await client.post(typed(Object.fromEntries(wrong)));
    if (client.step() === step) await look("refused");
    await client.open(`/enroll/${step}`);
    await look("filled in");
    if (step === "check") await lookAround(client, look);
    await client.post(typed({ ...answers, terms_and_conditions: "on" }));
    expect(client.step(), `what ${step} leads to`).not.toBe(step);
  }
  await look("sent");
  await client.open("/enroll");
  await look("sent");
  for (const step of requiredOfMinors) expect(seen).toContain(`refused: ${step}`);
});

/** Where an enrollment that was begun can be gone on with, or deleted; and back. */
async function lookAround(client: ReturnType<typeof formClient>, look: (what: string) => Promise<void>) {
  for (const path of ["/enroll", "/enroll/delete", "/enroll/check"]) {
    await client.open(path);
    await look("begun");
  }
}

test("every other page is valid HTML, in three languages", async ({ request, school, api, mailbox }) => {
  await request.get(await mailboxPage(school.mailbox));
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
      const response = await request.get(`${prefix}${path}` || "/");
      await expectValidHtml(await response.text(), `${prefix}${path}`);
    }
  for (const path of ["/docs", "/docs/es", "/docs/reference"])
    await expectValidHtml(await (await request.get(path)).text(), path);
});

test("every page of the desk and of an account is valid HTML", async ({ school, api, mailbox, context }) => {
  const minor = aDetailedMinor(await api.studies());
  expect((await api.enrollMinor(minor)).status).toBe(201);
  const mail = await mailbox.messageTo(minor.guardian_email);
  const account = formClient(school.url);
  await account.open(new URL(setupLinkIn(mail)).pathname);
  await account.post({ password: GOOD_PASSWORD });
  expect(await lookFrom(account, "/account")).toEqual(
    expect.arrayContaining(["/account/details", "/account/data", "/account/enrollments/REFERENCE/choices"]),
  );

  await openDesk(context, school, "admin");
  const cookies = (await context.cookies()).map(({ name, value }): [string, string] => [name, value]);
  expect(await lookFrom(formClient(school.url, cookies), "/desk")).toEqual(
    expect.arrayContaining([
      "/desk/me",
      "/desk/places",
      "/desk/enrollments/REFERENCE/correct/guardian",
      "/desk/enrollments/REFERENCE/decide/accepted",
    ]),
  );
});

/** Looks at the page and at all below it that links lead to, one of each kind; returns which. */
async function lookFrom(client: ReturnType<typeof formClient>, start: string): Promise<string[]> {
  const kind = (path: string) =>
    (path.split("?")[0] as string)
      .replace(/\/[0-9A-Z]{8}(?=\/|$)/, "/REFERENCE")
      .replace(/[\da-f-]{36}/, "ID");
  const seen: string[] = [];
  const found = [start];
  for (let path = found.shift(); path; path = found.shift()) {
    if (seen.includes(kind(path))) continue;
    seen.push(kind(path));
    expect(await client.open(path), path).toBe(200);
    if (!client.page().startsWith("<!DOCTYPE html>")) continue; // a file
    await expectValidHtml(client.page(), path);
    const links = client.page().matchAll(new RegExp(`<a [^>]*href="(${start}[/?][^"#]*)`, "g"));
    found.push(...[...links].map(([, href]) => (href as string).replaceAll("&amp;", "&")));
  }
  return seen;
}

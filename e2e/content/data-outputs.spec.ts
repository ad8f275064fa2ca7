import type { Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { fieldRows } from "@/lib/enrollment/fields";
import { anAdult } from "@/test/support/data/factories";
import { aFullMinor, type Output } from "@/test/support/data/full-enrollments";
import { openAccount } from "../support/pages/account-pages";
import { openDesk } from "../support/pages/desk-session";
import { expect, test } from "../support/test";

// Outputs that contain each field of an enrollment, and those that must not (4.4, desk 7, 10, 25, 32).
test.use({ locale: "es-ES", javaScriptEnabled: false });

test("each field is in exactly the outputs that must contain it", async ({
  api,
  context,
  database,
  mailbox,
  page,
  school,
}) => {
  const studies = await api.getCatalogue();
  const { body, getExpectedOutputs } = aFullMinor(studies);
  const sent = await api.enrollMinor(body);
  await api.enrollAdult(anAdult({ school_year_id: studies.year }));
  const reference = sent.headers.get("enrollment-reference") as string;
  await mailbox.waitForMail(body.student_email);
  const readEntry = async (list: "specialities" | "syllabis", id: number | undefined) =>
    (await api.get(`academic/${list}?school_year_id=${studies.year}`)).body.data.find(
      (entry: { id: number }) => entry.id === id,
    ) as { name: string; degree?: { name: string }; course?: { name: string } };
  const speciality = async (id: number | undefined) => (await readEntry("specialities", id)).name;
  const syllabus = async (id: number | undefined) => {
    const { name: ownName, degree, course } = await readEntry("syllabis", id);
    return ownName || `${degree?.name}, ${course?.name}`;
  };

  const expected = await getExpectedOutputs({ speciality, syllabus });
  const fields = fieldRows
    .filter(([, row]) => row.minor && row.stored && row.options !== "years")
    .map(([field]) => field);
  expect(Object.keys(expected).sort()).toEqual([...fields].sort());

  await openDesk(context, school, "secretary");
  const desk = await readText(page, `/desk/enrollments/${reference}`);
  const list = await readText(
    page,
    "/desk/enrollments?sort=newest",
    `main tbody tr:has(a[href*="${reference}"])`,
  );
  const csv = strFromU8(await exportEnrollments(page, "csv;", body.student_speciality_option1));
  const xlsx = strFromU8(
    unzipSync(await exportEnrollments(page, "xlsx", body.student_speciality_option1))[
      "xl/worksheets/sheet1.xml"
    ] as Uint8Array,
  );
  await openAccount(context, school, database, body.guardian_email);
  const account = await readText(page, `/account/enrollments/${reference}`);
  const receipt = await readText(page, `/account/enrollments/${reference}/receipt`);
  const copy = await readDataCopy(page);
  await openAccount(context, school, database, body.second_guardian_email);
  const otherAccount = await readText(page, `/account/enrollments/${reference}`);
  const otherCopy = await readDataCopy(page);
  const apiBody = JSON.stringify((await api.get(`academic/enrollments/${reference}`)).body);
  const mails = (await mailbox.listMails())
    .filter(({ to }) =>
      [body.guardian_email, body.second_guardian_email, body.student_email].includes(String(to)),
    )
    .map(({ text, subject }) => `${subject} ${text}`)
    .join("\n");
  const outputs: Record<Output, string> = {
    ...{ desk, list, csv, xlsx, account, receipt, copy, other: otherAccount, otherCopy, api: apiBody, mails },
  };

  const errors = Object.entries(expected).flatMap(([field, [expectedText, channels]]) =>
    (Object.keys(outputs) as Output[])
      .filter((channel) => outputs[channel].includes(expectedText) !== channels.includes(channel))
      .map((channel) => `${field} ${channels.includes(channel) ? "is missing" : "stands"} in ${channel}`),
  );
  expect(errors).toEqual([]);
});

async function readText(page: Page, path: string, selector = "main"): Promise<string> {
  await page.goto(path);
  return (await page.locator(selector).innerText()).replaceAll("\n", " ");
}

/** An export for one speciality, because one of everybody requires an administrator. */
async function exportEnrollments(
  page: Page,
  format: string,
  speciality: number | undefined,
): Promise<Uint8Array> {
  const files = page.locator("main a[download]");
  await page.goto("/desk/exports");
  const previousCount = await files.count();
  await page.goto(`/desk/exports/new?speciality=${speciality}`);
  await page.locator("#format").selectOption(format);
  await page.locator("main").getByRole("button", { name: "Preparar el archivo" }).click();
  await expect(async () => {
    await page.goto("/desk/exports");
    await expect(files).toHaveCount(previousCount + 1, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const response = await page.request.get((await files.first().getAttribute("href")) as string);
  return new Uint8Array(await response.body());
}

/** Both files of a person's copy. */
async function readDataCopy(page: Page): Promise<string> {
  const response = await page.request.get("/account/data/download");
  const { "data.html": html } = unzipSync(new Uint8Array(await response.body()));
  return strFromU8(html as Uint8Array).replaceAll(/<style>.*?<\/style>/gs, "");
}

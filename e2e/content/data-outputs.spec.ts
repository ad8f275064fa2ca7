import type { Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { fieldRows } from "@/lib/enrollment/fields";
import { anAdult } from "@/test/support/data/factories";
import { aFullMinor, type Channel } from "@/test/support/data/full-enrollments";
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
  const { body, ways: waysOf } = aFullMinor(studies);
  const sent = await api.enrollMinor(body);
  await api.enrollAdult(anAdult({ school_year_id: studies.year }));
  const reference = sent.headers.get("enrollment-reference") as string;
  await mailbox.waitForMail(body.student_email);
  const name = async (list: "specialities" | "syllabis", id: number | undefined) =>
    (await api.get(`academic/${list}?school_year_id=${studies.year}`)).body.data.find(
      (one: { id: number }) => one.id === id,
    ) as { name: string; degree?: { name: string }; course?: { name: string } };
  const speciality = async (id: number | undefined) => (await name("specialities", id)).name;
  const syllabus = async (id: number | undefined) => {
    const { name: own, degree, course } = await name("syllabis", id);
    return own || `${degree?.name}, ${course?.name}`;
  };

  const expected = await waysOf({ speciality, syllabus });
  const asked = fieldRows
    .filter(([, row]) => row.minor && row.stored && row.options !== "years")
    .map(([field]) => field);
  expect(Object.keys(expected).sort()).toEqual([...asked].sort());

  await openDesk(context, school, "secretary");
  const desk = await textOf(page, `/desk/enrollments/${reference}`);
  const list = await textOf(
    page,
    "/desk/enrollments?sort=newest",
    `main tbody tr:has(a[href*="${reference}"])`,
  );
  const csv = strFromU8(await exported(page, "csv;", body.student_speciality_option1));
  const xlsx = strFromU8(
    unzipSync(await exported(page, "xlsx", body.student_speciality_option1))[
      "xl/worksheets/sheet1.xml"
    ] as Uint8Array,
  );
  await openAccount(context, school, database, body.guardian_email);
  const account = await textOf(page, `/account/enrollments/${reference}`);
  const receipt = await textOf(page, `/account/enrollments/${reference}/receipt`);
  const copy = await copied(page);
  await openAccount(context, school, database, body.second_guardian_email);
  const other = await textOf(page, `/account/enrollments/${reference}`);
  const otherCopy = await copied(page);
  const told = JSON.stringify((await api.get(`academic/enrollments/${reference}`)).body);
  const mails = (await mailbox.listMails())
    .filter(({ to }) =>
      [body.guardian_email, body.second_guardian_email, body.student_email].includes(String(to)),
    )
    .map(({ text, subject }) => `${subject} ${text}`)
    .join("\n");
  const ways: Record<Channel, string> = {
    ...{ desk, list, csv, xlsx, account, receipt, copy, other, otherCopy, api: told, mails },
  };

  const wrong = Object.entries(expected).flatMap(([field, [as, wanted]]) =>
    (Object.keys(ways) as Channel[])
      .filter((way) => ways[way].includes(as) !== wanted.includes(way))
      .map((way) => `${field} ${wanted.includes(way) ? "is missing" : "stands"} in ${way}`),
  );
  expect(wrong).toEqual([]);
});

async function textOf(page: Page, path: string, part = "main"): Promise<string> {
  await page.goto(path);
  return (await page.locator(part).innerText()).replaceAll("\n", " ");
}

/** An export for one speciality, because one of everybody requires an administrator. */
async function exported(page: Page, format: string, speciality: number | undefined): Promise<Uint8Array> {
  const files = page.locator("main a[download]");
  await page.goto("/desk/exports");
  const before = await files.count();
  await page.goto(`/desk/exports/new?speciality=${speciality}`);
  await page.locator("#format").selectOption(format);
  await page.locator("main").getByRole("button", { name: "Preparar el archivo" }).click();
  await expect(async () => {
    await page.goto("/desk/exports");
    await expect(files).toHaveCount(before + 1, { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  const made = await page.request.get((await files.first().getAttribute("href")) as string);
  return new Uint8Array(await made.body());
}

/** Both files of a person's copy. */
async function copied(page: Page): Promise<string> {
  const answer = await page.request.get("/account/data/download");
  const { "data.html": html } = unzipSync(new Uint8Array(await answer.body()));
  return strFromU8(html as Uint8Array).replaceAll(/<style>.*?<\/style>/gs, "");
}

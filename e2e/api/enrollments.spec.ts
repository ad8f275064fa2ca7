import { aMinor, anAdult, anEmail } from "@/test/factories";
import { linksIn } from "../support/mailbox";
import type { Database } from "../support/school";
import { expect, test } from "../support/test";

const REFERENCE = /^[34679ACDEFGHJKMNPQRTUWXY]{8}$/;

test("an adult is enrolled (4.3) and receives the account-setup e-mail (4.3-9)", async ({ api, mailbox }) => {
  const adult = anAdult({ school_year_id: (await api.currentYear()).id });
  const { status, headers, body } = await api.enrollAdult(adult, { "accept-language": "ca" });

  expect(body).toEqual({ status: "success", data: "Enrollment created successfully." });
  expect(status).toBe(201);
  expect(headers.get("enrollment-reference")).toMatch(REFERENCE);
  const mail = await mailbox.messageTo(adult.student_email);
  expect(mail).toMatchObject({ kind: "adult_student", locale: "ca", to: adult.student_email });
  expect(linksIn(mail).length).toBeGreaterThan(0);
});

test("a minor is enrolled (4.4); guardians and student receive an e-mail each (4.4-11)", async ({
  api,
  mailbox,
}) => {
  const minor = aMinor({ guardians: 2, school_year_id: (await api.currentYear()).id });
  expect((await api.enrollMinor(minor)).status).toBe(201);

  expect(await mailbox.messageTo(minor.guardian_email)).toMatchObject({ kind: "guardian", locale: "es" });
  const second = await mailbox.messageTo(minor.second_guardian_email as string);
  expect(second).toMatchObject({ kind: "second_guardian", locale: "es" });
  const child = await mailbox.messageTo(minor.student_email as string);
  expect(child).toMatchObject({ kind: "minor_student", locale: "es" });
});

test("the same e-mail in capitals is a duplicate and queues nothing (4.3-8)", async ({ api, database }) => {
  const school_year_id = (await api.currentYear()).id;
  const student_email = anEmail();
  expect((await api.enrollAdult(anAdult({ school_year_id, student_email }))).status).toBe(201);

  const again = await api.enrollAdult(
    anAdult({ school_year_id, student_email: student_email.toUpperCase() }),
  );
  expect(again.status).toBe(409);
  expect(again.body.error.errors).toEqual([expect.objectContaining({ code: "email_taken" })]);
  expect(await messagesTo(database, [student_email])).toHaveLength(1);
});

test("7: everything that is wrong is told at once, without what was sent", async ({ api }) => {
  const adult = anAdult({ student_country: "zz", student_birth_date: "2023-02-30", student_phone: "600 1" });
  const { status, body } = await api.enrollAdult(adult);

  expect(status).toBe(422);
  expect(body.error.errors?.map(({ field, code }) => [field, code])).toEqual([
    ["student_birth_date", "invalid_date"],
    ["student_phone", "invalid_phone"],
    ["student_country", "country_unsupported"],
  ]);
  expect(JSON.stringify(body)).not.toContain(adult.student_email);
});

function messagesTo(database: Database, addresses: (string | undefined)[]) {
  return database.query(
    `select people.email, mail_messages.kind, mail_messages.locale
     from mail_messages join people on people.id = mail_messages.person_id
     where people.email = any($1) order by mail_messages.kind`,
    [addresses],
  );
}

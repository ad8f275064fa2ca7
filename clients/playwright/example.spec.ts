import { expect, type Sandbox, test } from "./index.js";

const adult = {
  student_email: "ada@example.org",
  student_name: "Ada",
  student_surname: "Puig Serra",
  student_birth_date: "1990-05-17",
  student_document_type: "dni",
  student_document: "12345678Z",
  student_phone: "600123456",
  student_phone_country_code: "+34",
  student_country: "es",
  student_city: "Barcelona",
  student_zip_code: "08001",
  student_address: "Carrer Major 1, 2n 1a",
};

test("an adult enrolls, sets a password by the mail's link, and is notified of the decision", async ({
  account,
  form,
  sandbox,
}) => {
  const reference = await form.enroll({ ...adult, ...(await aYear(sandbox)) });
  const mail = await sandbox.mail(adult.student_email);
  expect(mail.text).toContain(reference);

  await account.setPassword(mail, "tres guitarras bajo la lluvia");
  expect(await account.state(reference)).toBe("pending");

  expect(await sandbox.decide(reference, { state: "rejected" })).toMatchObject({ state: "rejected" });
  await sandbox.mail(adult.student_email, "rejected");
  await account.signOut();
  await account.signIn(adult.student_email, "tres guitarras bajo la lluvia");
  expect(await account.state(reference)).toBe("rejected");
});

test("somebody who is seventeen today needs a guardian, and tomorrow none", async ({ form, sandbox }) => {
  const [today, tomorrow] = [dayIn(0), dayIn(1)];
  const born = {
    ...(await aYear(sandbox)),
    student_birth_date: `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4).replace("-02-29", "-03-01")}`,
  };
  await sandbox.clock(today);
  await form.open();
  await form.walkTo("guardian-name", born);

  await sandbox.clock(tomorrow);
  await form.open();
  await form.walkTo("student-name", born);
});

/** The current school year, which the form asks for where several are open. */
async function aYear(sandbox: Sandbox) {
  const [year] = await sandbox.schoolYears();
  return { school_year_id: year?.id };
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

import { createFormClient } from "@/test/soak/form-client";
import { anAdult } from "@/test/support/data/factories";
import { toFormInput } from "../support/answers";
import type { Mailbox } from "../support/mailbox";
import type { Database } from "../support/servers/school";
import { postUpToStep } from "../support/skip-to-step";
import { storedEnrollment } from "../support/stored-enrollment";
import { expect, test } from "../support/test";

const people: Record<string, [name: string, surname: string]> = {
  "in Arabic": ["محمد", "بن عبد الله"],
  "in Chinese": ["小明", "王"],
  "with combining accents": ["Jose\u0301", "Nu\u0301n\u0303ez"],
  "with two long surnames": ["María de los Ángeles", "Fernández de Córdoba y García-Valdecasas de la Vega"],
};

for (const [what, [student_name, student_surname]] of Object.entries(people)) {
  test(`a name ${what} arrives as it was written (W14)`, async ({ school, database, mailbox }) => {
    const adult = anAdult({ student_name, student_surname });
    const client = createFormClient(school.url);
    await client.open("/enroll/birth-date");
    await postUpToStep(client, "check", adult);
    expect(client.page()).toContain(student_name.normalize("NFC"));
    await client.post({ terms_and_conditions: "on" });
    expect(client.step()).toBe("done");
    await expectArrived(adult, database, mailbox);
  });
}

test("a name with markup arrives as it was written (W14)", async ({ wizard, page, database, mailbox }) => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  const adult = anAdult({
    student_name: "<script>alert(1)</script>",
    student_surname: 'O\'Brien "& Sons" <img src=x onerror=alert(1)>',
  });
  await wizard.hurryTo("student-name", adult);
  await wizard.answer(toFormInput(adult));
  await wizard.continue();
  await wizard.hurryTo("check", adult);
  await expect(wizard.main).toContainText(adult.student_name);
  await wizard.send();

  const mail = await expectArrived(adult, database, mailbox, "");
  expect(mail.html).not.toMatch(/script>|<img src=x|alert\(/);
  expect(dialogs).toEqual([]);
});

/** @param greeted the name in a mail to an unconfirmed address */
async function expectArrived(
  adult: ReturnType<typeof anAdult>,
  database: Database,
  mailbox: Mailbox,
  greeted = adult.student_name.normalize("NFC").split(" ", 1)[0],
) {
  const [name, surname] = [adult.student_name.normalize("NFC"), adult.student_surname.normalize("NFC")];
  const { record } = await storedEnrollment(database, adult.student_email);
  expect(record.student).toMatchObject({ name, surname });
  const mail = await mailbox.messageTo(adult.student_email);
  expect(mail.text.replace(/[\u2068\u2069]/g, "")).toContain(greeted ? `Hola, ${greeted}:` : "Hola:");
  return mail;
}

test("4,000 emoji fit into the observations, one more is too many (W27)", async ({ wizard, database }) => {
  const adult = anAdult({ enrollment_observations: "🎻".repeat(4_000) });
  await wizard.hurryTo("specialities", adult);
  await wizard.put("enrollment_observations", "🎻".repeat(4_001));
  await wizard.continueInVain();
  await expect(wizard.control("enrollment_observations")).toHaveValue("🎻".repeat(4_001));
  await wizard.walkTo("check", adult);
  await wizard.send();
  const { record } = await storedEnrollment(database, adult.student_email);
  expect(record.observations).toBe("🎻".repeat(4_000));
});

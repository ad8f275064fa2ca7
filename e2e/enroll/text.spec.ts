import { anAdult } from "@/test/factories";
import { answersOf } from "../support/answers";
import { storedEnrollment } from "../support/stored";
import { expect, test } from "../support/test";

const people = {
  "in Arabic": ["محمد", "بن عبد الله"],
  "in Chinese": ["小明", "王"],
  "with combining accents": ["Jose\u0301", "Nu\u0301n\u0303ez"],
  "with markup": ["<script>alert(1)</script>", 'O\'Brien "& Sons" <img src=x onerror=alert(1)>'],
  "with two long surnames": ["María de los Ángeles", "Fernández de Córdoba y García-Valdecasas de la Vega"],
};

for (const [what, [name, surname]] of Object.entries(people) as [string, [string, string]][]) {
  test(`a name ${what} arrives as it was written (W14)`, async ({ wizard, page, database, mailbox }) => {
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      return dialog.dismiss();
    });
    const adult = anAdult({ student_name: name, student_surname: surname });
    await wizard.hurryTo("student-name", adult);
    await wizard.answer(answersOf(adult));
    await wizard.continue();
    await wizard.hurryTo("check", adult);
    await expect(wizard.main).toContainText(name.normalize("NFC"));
    await wizard.send();

    const { record } = await storedEnrollment(database, adult.student_email);
    expect(record.student).toMatchObject({ name: name.normalize("NFC"), surname: surname.normalize("NFC") });
    const mail = await mailbox.messageTo(adult.student_email);
    expect(mail.text.replace(/\s+/g, " ")).toContain(name.normalize("NFC"));
    expect(mail.html).not.toContain("<script");
    expect(mail.html).not.toContain("<img src=x");
    expect(dialogs).toEqual([]);
  });
}

test("4,000 emoji fit into the observations, one more is too many (W27)", async ({ wizard, database }) => {
  const adult = anAdult({ enrollment_observations: "🎻".repeat(4_000) });
  await wizard.hurryTo("observations", adult);
  await wizard.put("enrollment_observations", "🎻".repeat(4_001));
  await wizard.continueInVain();
  await expect(wizard.control("enrollment_observations")).toHaveValue("🎻".repeat(4_001));
  await wizard.walkTo("check", adult);
  await wizard.send();
  const { record } = await storedEnrollment(database, adult.student_email);
  expect(record.observations).toBe("🎻".repeat(4_000));
});

test("lines of the observations stay lines", async ({ wizard, database }) => {
  const adult = anAdult({ enrollment_observations: "one\ntwo\n\nthree" });
  await wizard.hurryTo("observations", adult);
  await wizard.walkTo("check", adult);
  await wizard.send();
  const { record } = await storedEnrollment(database, adult.student_email);
  expect(record.observations).toBe("one\ntwo\n\nthree");
});

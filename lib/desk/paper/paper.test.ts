import { expect, test } from "vitest";
import { enterPaper, findExistingFamily } from "@/lib/desk/paper/verbs";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { readConsentReceipt } from "@/lib/family/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createEnrollment } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

await seedDemoSchool();

const signature = { signedBy: "Berta Roca", signedOn: "2026-11-03", locale: "ca" } as const;

test("desk 15: a paper creates an enrollment like any other, with signer, date and the member who entered it", async () => {
  const { actor, id } = await aMember("secretary");
  const { terms_and_conditions, ...answers } = aMinor({ guardians: 2 });
  const entered = await enterPaper({ branch: "minor", answers, ...signature }, actor);
  const reference = "reference" in entered ? entered.reference : "";
  const shown = await readEnrollmentRecord(actor, reference, new Date());
  expect(shown).toMatchObject({
    source: "desk",
    state: "pending",
    locale: "ca",
    termsAcceptedAt: new Date("2026-11-02T23:00:00Z"), // the day in Madrid
    paper: { signedBy: "Berta Roca", signedOn: new Date("2026-11-03"), member: { name: "Marta" } },
    student: { name: "Carla", guardians: [{ guardian: { email: answers.guardian_email } }, { position: 2 }] },
  });
  expect(shown?.mailMessages.map(({ kind }) => kind).sort()).toEqual([
    "guardian",
    "minor_student",
    "second_guardian",
  ]);
  const entries = await prisma().auditEntry.findMany({
    where: { objectId: reference },
    select: {
      action: true,
      actorId: true,
      values: { orderBy: { name: "asc" }, select: { name: true, new: true } },
    },
  });
  const values = [
    { name: "signed_by", new: "Berta Roca" },
    { name: "signed_on", new: "2026-11-03" },
  ];
  expect(entries).toEqual([{ action: "paper_entered", actorId: id, values }]);
  const guardian = shown?.student.guardians[0]?.guardian.id as string;
  expect(await readConsentReceipt(guardian, reference)).toMatchObject({
    channel: "desk",
    accepted_by: "Berta Roca Vidal",
  });
  const data = await collectPersonalData(guardian, new Date());
  expect(data?.guardian_of[0]?.enrollments).toMatchObject([
    { signed: { by: "Berta Roca", on: "2026-11-03" } },
  ]);
});

test("desk 15: paper follows the form's rules, and names the enrollment of an existing person", async () => {
  const { actor } = await aMember("secretary");
  const { terms_and_conditions, ...answers } = anAdult();
  const paper = { branch: "adult" as const, ...signature };
  await expect(
    enterPaper({ ...paper, answers: { ...answers, student_birth_date: "2015-01-01" } }, actor),
  ).rejects.toMatchObject({ code: "validation_failed" });
  const known = anAdult();
  const reference = await createEnrollment(known);
  const { student_email, student_document } = known;
  expect(
    await enterPaper({ ...paper, answers: { ...answers, student_email, student_document } }, actor),
  ).toEqual({
    conflicts: [
      { field: "student_email", code: "email_taken", reference, remedy: { kind: "again", reference } },
      { field: "student_document", code: "document_taken", reference, remedy: { kind: "again", reference } },
    ],
  });
  expect(await prisma().paper.count({ where: { enrollment: { student: { email: student_email } } } })).toBe(
    0,
  );
});

test("desk 15: an existing guardian's next child and an existing student's next year are entered without changing people", async () => {
  const { actor, id } = await aMember("secretary");
  const { current, next } = await seedDemoSchool();
  const family = aMinor({ guardians: 2 });
  const reference = await createEnrollment(family);
  const guardian = await findExistingFamily(actor, reference, "sibling");
  expect(guardian).toMatchObject({
    name: "Berta Roca Vidal",
    compared: { guardian_email: family.guardian_email },
  });
  const { student_email, student_name, student_surname, student_birth_date } = aMinor({
    student_name: "Joan",
  });
  const child = {
    student_email,
    student_name,
    student_surname,
    student_birth_date,
    school_year_id: current.id,
  };
  const { second_guardian_email } = family;
  const paper = { branch: "minor" as const, ...signature };
  const result = await enterPaper(
    { ...paper, family: guardian, answers: { ...child, second_guardian_email } },
    actor,
  );
  const sibling = await readEnrollmentRecord(
    actor,
    "reference" in result ? result.reference : "",
    new Date(),
  );
  expect(sibling).toMatchObject({
    source: "desk",
    paper: { signedBy: "Berta Roca", member: { name: "Marta" } },
    student: {
      name: "Joan",
      guardians: [
        { guardian: { email: family.guardian_email } },
        { guardian: { email: second_guardian_email } },
      ],
    },
  });
  expect(sibling?.mailMessages.map(({ kind }) => kind).sort()).toEqual([
    "guardian",
    "minor_student",
    "second_guardian",
  ]);

  const student = await findExistingFamily(actor, reference, "again");
  const year = await enterPaper({ ...paper, family: student, answers: { school_year_id: next.id } }, actor);
  const again = await readEnrollmentRecord(actor, "reference" in year ? year.reference : "", new Date());
  expect(again).toMatchObject({
    source: "desk",
    schoolYear: { id: next.id },
    student: { name: family.student_name },
  });
  expect(
    await prisma().person.count({
      where: { email: { in: [family.guardian_email, family.student_email as string] } },
    }),
  ).toBe(2);
  expect(await prisma().auditEntry.count({ where: { action: "paper_entered", actorId: id } })).toBe(2);

  expect(
    await enterPaper({ ...paper, family: student, answers: { school_year_id: next.id } }, actor),
  ).toEqual({
    conflicts: [{ field: "school_year_id", code: "already_enrolled", reference: again?.reference }],
  });
  const reader = await aMember("reader");
  await expect(findExistingFamily(reader.actor, reference, "again")).rejects.toMatchObject({
    code: "no_right",
  });
});

test("desk 15: a paper of an existing family is refused with a link to its form", async () => {
  const { actor } = await aMember("secretary");
  const { terms_and_conditions, ...known } = aMinor();
  const reference = await createEnrollment({ ...known, terms_and_conditions } as ReturnType<typeof aMinor>);
  const { student_email, ...child } = aMinor();
  const { guardian_email, guardian_document = "" } = known;
  const answers = { ...child, student_email: known.student_email, guardian_email, guardian_document };
  expect(await enterPaper({ branch: "minor", answers, ...signature }, actor)).toEqual({
    conflicts: [
      { field: "guardian_email", code: "email_taken", reference, remedy: { kind: "sibling", reference } },
      {
        field: "guardian_document",
        code: "document_taken",
        reference,
        remedy: { kind: "sibling", reference },
      },
      { field: "student_email", code: "email_taken", reference, remedy: { kind: "again", reference } },
    ],
  });
});

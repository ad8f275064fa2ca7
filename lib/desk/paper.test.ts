import { beforeAll, expect, test } from "vitest";
import { consentReceipt } from "@/lib/family/receipt";
import { prisma } from "@/lib/prisma";
import { personalData } from "@/lib/privacy/personal-data";
import { enrolled } from "@/test/decisions";
import { aMinor, anAdult } from "@/test/factories";
import { aSchool } from "@/test/school";
import { aMember } from "@/test/staff";
import { enterPaper } from "./paper";
import { showEnrollment } from "./show";

beforeAll(async () => {
  await aSchool();
});

const signature = { signedBy: "Berta Roca", signedOn: "2026-11-03", locale: "ca" } as const;

test("desk 15: a paper is an enrollment like any other, with who signed, when, and who typed it in", async () => {
  const { actor, id } = await aMember("secretary");
  const { terms_and_conditions, ...answers } = aMinor({ guardians: 2 });
  const entered = await enterPaper(actor, { branch: "minor", answers, ...signature });
  const reference = "reference" in entered ? entered.reference : "";
  const shown = await showEnrollment(actor, reference, new Date());
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
  expect(await consentReceipt(guardian, reference)).toMatchObject({
    channel: "desk",
    accepted_by: "Berta Roca Vidal",
  });
  const data = await personalData(guardian, new Date());
  expect(data?.guardian_of[0]?.enrollments).toMatchObject([
    { signed: { by: "Berta Roca", on: "2026-11-03" } },
  ]);
});

test("desk 15: the form's rules hold for paper, and whoever is known is named by their enrollment", async () => {
  const { actor } = await aMember("secretary");
  const { terms_and_conditions, ...answers } = anAdult();
  const paper = { branch: "adult" as const, ...signature };
  await expect(
    enterPaper(actor, { ...paper, answers: { ...answers, student_birth_date: "2015-01-01" } }),
  ).rejects.toMatchObject({ code: "validation_failed" });
  const known = anAdult();
  const reference = await enrolled(known);
  const { student_email, student_document } = known;
  expect(
    await enterPaper(actor, { ...paper, answers: { ...answers, student_email, student_document } }),
  ).toEqual({
    taken: [
      { field: "student_email", reference },
      { field: "student_document", reference },
    ],
  });
  expect(await prisma().paper.count({ where: { enrollment: { student: { email: student_email } } } })).toBe(
    0,
  );
});

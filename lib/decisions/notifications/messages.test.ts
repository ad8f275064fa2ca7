import { expect, test } from "vitest";
import { GENERATED_EMAIL_DOMAIN } from "@/lib/mail/addresses";
import { prisma } from "@/lib/platform/database/prisma";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear } from "@/test/support/domain/decisions";
import { findRecipients } from "./mail";

test("desk 23: an adult student gets the messages from the birthday on, through the guardians without an own address", async () => {
  await getCurrentYear();
  const withOwnEmail = aMinor({ guardians: 2 });
  const withoutOwnEmail = aMinor();
  const ids: string[] = [];
  for (const body of [withOwnEmail, withoutOwnEmail]) {
    const where = { reference: await createEnrollment(body) };
    const { studentId } = await prisma().enrollment.findUniqueOrThrow({ where, select: { studentId: true } });
    const data = { birthDate: new Date("2016-03-01") };
    await prisma().person.update({ where: { id: studentId }, data, select: { id: true } });
    ids.push(studentId);
  }
  const generatedEmail = `made-up@${GENERATED_EMAIL_DOMAIN}`;
  const address = { email: generatedEmail, emailKey: generatedEmail };
  await prisma().person.update({ where: { id: ids[1] as string }, data: address, select: { id: true } });
  await prisma().guardianship.updateMany({ data: { confirmedAt: new Date() } });
  const listReaders = async (day: string) => {
    const readers = ids.map((id) => findRecipients(prisma(), id, new Date(`${day}T12:00:00Z`)));
    return (await Promise.all(readers)).map((recipients) =>
      recipients.map(({ email, reader, isApplicant, canConfirm }) => [
        email,
        reader,
        isApplicant,
        canConfirm,
      ]),
    );
  };
  expect(await listReaders("2034-02-28")).toEqual([
    [
      [withOwnEmail.guardian_email, "guardian", true, true],
      [withOwnEmail.second_guardian_email, "guardian", false, true],
    ],
    [[withoutOwnEmail.guardian_email, "guardian", true, true]],
  ]);
  expect(await listReaders("2034-03-01")).toEqual([
    [[withOwnEmail.student_email, "student", true, true]],
    [[withoutOwnEmail.guardian_email, "guardian", false, false]],
  ]);
  const data = { erasedAt: new Date() };
  await prisma().person.updateMany({ where: { id: { in: ids } }, data });
  expect(await listReaders("2034-02-28")).toEqual([[], []]);
});

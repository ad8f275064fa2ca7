import { expect, test } from "vitest";
import { findRecipients } from "@/lib/decisions/notifications/mail";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { correctAndResend, markGuardian, readGuardianMarks } from "@/lib/desk/record/verbs";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { readHistory } from "@/lib/family/account/queries";
import { readConsentReceipt, readSentAnswers } from "@/lib/family/queries";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { requestLinkByEmail } from "@/lib/people/accounts/links/verbs";
import { readAccount } from "@/lib/people/accounts/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anEmail, yearsAgo } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import { getSchoolYearIds } from "@/test/support/data/school-years";
import { readStatus } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

await seedDemoSchool();

type Family = Awaited<ReturnType<typeof aFamily>>;
const now = new Date();

/** All pages, exports and receipts of an enrollment that a person can open. */
async function readShown(personId: string, reference: string) {
  return {
    account: (await readAccount(personId, now)).enrollments,
    sent: await readSentAnswers(personId, reference, now),
    receipt: await readConsentReceipt(personId, reference),
    history: await readHistory(personId, reference),
    data: (await collectPersonalData(personId, now))?.guardian_of,
    record: (await collectPersonalData(personId, now))?.record.entries,
  };
}

const listMessages = (personId: string, reference: string) =>
  prisma().mailMessage.findMany({
    where: { personId, enrollment: { reference } },
    orderBy: { createdAt: "asc" },
    select: { id: true, state: true, lastError: true },
  });

const setMark = async ({ reference, second }: Family, apart: boolean, role: "head" | "secretary" = "head") =>
  markGuardian(
    { reference, guardian: second, apart, reason: " Orden judicial. " },
    (await aMember(role)).actor,
  );

test("desk 13: a guardian who is kept apart gets no pages, mails, exports, receipts or links", async () => {
  const family = await aFamily();
  const { body, reference, first, second, child } = family;
  await markGuardianConfirmed(second);
  expect((await readShown(second, reference)).account).toMatchObject([{ reference, role: "guardian" }]);
  await expect(setMark(family, true, "secretary")).rejects.toThrow("no_right");
  expect(await setMark(family, true)).toBe(true);

  const nothing = { account: [], sent: undefined, receipt: undefined, history: [], data: [], record: [] };
  expect(await readShown(second, reference)).toEqual(nothing);
  expect(await findRecipients(prisma(), child, now)).toMatchObject([{ id: first }]);
  expect((await readSentAnswers(first, reference, now))?.answers).not.toHaveProperty("second_guardian_email");

  const [queued] = await listMessages(second, reference);
  expect(await prepareMessage(queued?.id as string, now)).toBeUndefined();
  const unsent = [{ id: queued?.id, state: "failed", lastError: "kept_apart" }];
  expect(await listMessages(second, reference)).toEqual(unsent);
  const { actor } = await aMember("secretary");
  const email = body.second_guardian_email as string;
  await expect(
    correctAndResend({ reference, message: queued?.id as string, email }, actor, now),
  ).rejects.toThrow("email: kept_apart");
  await requestLinkByEmail(email);
  expect(await prisma().mailMessage.count({ where: { personId: second } })).toBe(1);
  expect((await listDeskTasks(actor)).map(({ task }) => task)).not.toContain("mail");
  const [toFirst] = await listMessages(first, reference);
  expect(await prepareMessage(toFirst?.id as string, now)).toMatchObject({
    payload: { to: body.guardian_email },
  });
});

test("desk 13: the mark covers all children of these two, shows its reason at the desk, and can be removed", async () => {
  const family = await aFamily();
  const { reference, second } = family;
  const { reference: sibling } = await enroll(
    [
      {
        kind: "sibling",
        guardianId: family.first,
        submitted: {
          reference,
          school_year_id: getSchoolYearIds().current,
          second_guardian_email: family.body.second_guardian_email,
          student_name: "Nil",
          student_surname: "Soler Roca",
          student_email: anEmail("nil"),
          student_birth_date: yearsAgo(7),
          terms_and_conditions: true,
        },
      },
    ],
    { source: "form", locale: "es" },
  );
  await markGuardianConfirmed(second);
  const { actor } = await aMember("head");
  const set = (apart: boolean, reason: string, guardian = second) =>
    markGuardian({ reference, guardian, apart, reason }, actor);
  await expect(set(true, " ")).rejects.toThrow("reason: required");
  await expect(set(true, "x".repeat(2_001))).rejects.toThrow("reason: too_long");
  await expect(set(true, "Sí.", "x' or true")).rejects.toThrow("reason: gone");
  await expect(set(true, "Sí.", family.child)).rejects.toThrow("reason: gone");
  await set(true, "Orden judicial.");
  await set(true, "Otra vez."); // already marked: nothing new is recorded
  const apart = () =>
    prisma().guardianship.findMany({ where: { guardianId: second }, select: { keptApart: true } });
  expect(await apart()).toEqual([{ keptApart: true }, { keptApart: true }]);
  for (const child of [reference, sibling]) {
    expect((await readShown(second, child)).sent).toBeUndefined();
    expect((await readGuardianMarks(actor, child)).get(second)).toMatchObject({
      author: "Marta",
      reason: "Orden judicial.",
    });
  }
  expect(await readStatus(reference)).toMatchObject({ version: 0 });
  await set(false, "Ya no.");
  expect(await apart()).toEqual([{ keptApart: false }, { keptApart: false }]);
  expect((await readShown(second, sibling)).sent).toMatchObject({ role: "guardian" });
  expect((await readGuardianMarks(actor, sibling)).get(second)).toMatchObject({ reason: "Ya no." });
});

test("desk 13: a marked first guardian keeps the sent enrollment, without the second guardian's address", async () => {
  const { reference, first, body } = await aFamily();
  const answers = async () => (await readSentAnswers(first, reference, now))?.answers;
  expect(await answers()).toMatchObject({ second_guardian_email: body.second_guardian_email });
  const { actor } = await aMember("head");
  await markGuardian({ reference, guardian: first, apart: true, reason: "Sí." }, actor);
  expect(await answers()).toMatchObject({ guardian_email: body.guardian_email });
  expect(JSON.stringify([await readShown(first, reference)])).not.toContain(body.second_guardian_email);
});

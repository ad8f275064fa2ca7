import { expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { type BulkAction, findBulk, readBulkReport } from "@/lib/desk/bulk/queries";
import { type GroupMailText, setBulkInput } from "@/lib/desk/bulk/schema";
import { selectEnrollments, startBulk, undoBulk } from "@/lib/desk/bulk/verbs";
import { runBulk } from "@/lib/desk/bulk/worker";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { prepareMessage } from "@/lib/mail/prepare-message";
import type { MailData } from "@/lib/mail/schema";
import { toRecordedActor } from "@/lib/people/audit-log";
import { prisma } from "@/lib/platform/database/prisma";
import { collectPersonalData } from "@/lib/privacy/data-copy/queries";
import { findPersonByEmail } from "@/lib/privacy/queries";
import { erasePerson } from "@/lib/privacy/verbs";
import { anAdult } from "@/test/support/data/factories";
import { createSiblings } from "@/test/support/data/families";
import { createEnrollment, getCurrentYear, readStatus, setState } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

const year = await getCurrentYear();
const secretary = (await aMember("secretary")).actor;

const now = new Date();
const mailText: GroupMailText = {
  subject_es: "La primera clase de {alumno}",
  text_es: "La clase de {alumno} ({referencia}, {curso}) es el martes.\n\nTraed el instrumento.",
  subject_ca: "La primera classe ({ Referència })",
  text_ca: "La classe és dimarts.",
};

async function selectBulk(references: string[], text: GroupMailText = mailText) {
  const id = (await selectEnrollments({ references }, secretary)) as string;
  await setBulkInput({ bulk: id, kind: "write", ...text }, secretary);
  return (await findBulk(secretary, id)) as BulkAction;
}

const start = ({ id, version }: BulkAction, typed?: string) =>
  startBulk({ bulk: id, version, typed }, secretary, now);

async function run(bulk: BulkAction) {
  await start(bulk);
  expect(await runBulk(bulk.id)).toBe(true);
  return readBulkReport(secretary, (await findBulk(secretary, bulk.id)) as BulkAction);
}

/** The mails of a bulk action with recipient, language and text. */
async function mailsOf({ id }: BulkAction) {
  const rows = await prisma().mailMessage.findMany({
    where: { kind: "group_message", tells: { path: ["bulk"], equals: id } },
    select: { id: true, locale: true, tells: true, person: { select: { email: true } } },
  });
  return rows.map(({ tells, person, ...mail }) => ({ ...mail, ...(tells as object), to: person.email }));
}

const suppress = async (reference: string) => {
  const { studentId } = await readStatus(reference);
  const { emailKey } = await prisma().person.findUniqueOrThrow({ where: { id: studentId } });
  await prisma().mailSuppression.create({ data: { emailKey, reason: "bounced" } });
};

test("desk 38: each guardian gets one mail about all children, no minor gets one; as previewed, with the unreachable named", async () => {
  const { references, first, second } = await createSiblings("ca");
  await prisma().guardianship.updateMany({
    where: { guardian: { email: second } },
    data: { confirmedAt: now },
  });
  const [adult, bounced, changed] = [
    await createEnrollment(anAdult({ student_name: "Ada" }), "en"),
    await createEnrollment(),
    await createEnrollment(),
  ];
  await suppress(bounced);
  const bulk = await selectBulk([...references, adult, bounced, changed]);
  await setState(changed, "withdrawn");

  const preview = await previewBulk(secretary, bulk);
  expect(preview).toMatchObject({ changes: 3, mails: 3, cannotInAll: 2 });
  expect(preview.languages).toEqual([
    { locale: "ca", preferred: "ca", count: 2 },
    { locale: "es", preferred: "en", count: 1 },
  ]);
  expect(preview.sample).toMatchObject({ to: first, locale: "ca" });
  expect(preview.sample?.subject).toMatch(/^La primera classe \(\w+, \w+\)$/);
  for (const reference of references) expect(preview.sample?.subject).toContain(reference);
  const report = await run(bulk);
  expect(report).toMatchObject({ total: 5, done: 3, undoable: false });
  expect(report.skipped).toEqual(preview.cannot);
  expect(new Map(report.skipped.map(({ reference, code }) => [reference, code]))).toEqual(
    new Map([
      [bounced, "bounces"],
      [changed, "changed_meanwhile"],
    ]),
  );

  const mails = new Map((await mailsOf(bulk)).map(({ to, ...mail }) => [to, mail]));
  const { email: to } = await prisma().person.findFirstOrThrow({
    where: { enrollments: { some: { reference: adult } } },
  });
  expect(mails.size).toBe(3);
  expect(mails.get(first)).toMatchObject({
    locale: "ca",
    references: expect.arrayContaining([...references]),
    words: "La classe és dimarts.",
  });
  expect(mails.get(second)).toMatchObject({ references: [references[1]] });
  // The address is not confirmed: no name in the subject, only its first word in the text.
  expect(mails.get(to)).toMatchObject({ locale: "es", subject: `La primera clase de ${adult}` });
  const { payload } = (await prepareMessage(mails.get(to)?.id ?? "", now)) ?? {};
  expect(payload?.text).toMatch(/Hola, Ada:\n+La clase de Ada \(\w+, \d{4}\/\d{4}\) es el martes\.\n+Traed/);
  expect((await prepareMessage(mails.get(first)?.id ?? "", now))?.payload.text).toContain("Pau");

  // In the history of each child with the sender, and in the record.
  for (const reference of references) {
    const shown = await readEnrollmentRecord(secretary, reference, now);
    expect(shown?.groupMails).toMatchObject([
      { senderName: "Marta", subject: expect.stringContaining("La primera classe") },
    ]);
    expect(shown?.mailMessages.filter(({ kind }) => kind === "group_message")).toHaveLength(
      reference === references[0] ? 1 : 2,
    );
  }
  const entries = { action: "written_to", objectId: { in: [...references, adult, bounced, changed] } };
  expect(await prisma().auditEntry.count({ where: entries })).toBe(3);
  await expect(undoBulk({ bulk: bulk.id }, secretary)).rejects.toThrow("bulk_begun");
});

test("desk 38: a text with the place goes only to families notified of one, each with its own place", async () => {
  const [placed, none] = [await createEnrollment(), await createEnrollment()];
  await decideAndNotify(
    { reference: placed, to: "accepted", specialityId: year.piano, tell: "now" },
    secretary,
    now,
  );
  const bulk = await selectBulk([placed, none], { subject_en: "Your place", text_en: "It is {PLAZA}." });
  const { skipped } = await run(bulk);
  expect(skipped).toMatchObject([{ reference: none, code: "no_place_told" }]);
  expect(await mailsOf(bulk)).toMatchObject([{ locale: "en", words: "It is Piano." }]);
});

test.each([
  [{}, ["subject_es", "letter_needed"]],
  [{ subject_ca: "Hola", text_ca: "  " }, ["text_ca", "letter_text_needed"]],
  [{ text_en: "Hello" }, ["subject_en", "letter_subject_needed"]],
  [{ ...mailText, text_ca: "Per a {alumno} i {cognom}" }, ["text_ca", "placeholder_unknown"]],
  [{ ...mailText, subject_es: "x".repeat(121) }, ["subject_es", "subject_too_long"]],
] as [GroupMailText, [string, string]][])(
  "desk 38: a letter that cannot be sent as it stands is refused: %j",
  async (text, [field, code]) => {
    const reference = await createEnrollment();
    await expect(selectBulk([reference], text)).rejects.toMatchObject({
      issues: [expect.objectContaining({ field, code })],
    });
  },
);

test("desk 38: without the permission, or from an outdated page, nothing is sent", async () => {
  const { id, actor } = await aMember("secretary");
  const bulk = await selectBulk([await createEnrollment()]);
  await expect(start({ ...bulk, version: bulk.version - 1 })).rejects.toThrow("bulk_begun");
  await startBulk({ bulk: bulk.id, version: bulk.version }, actor, now);
  await prisma().staffMember.update({ where: { id }, data: { role: "reader" } });
  await runBulk(bulk.id);
  expect(await mailsOf(bulk)).toEqual([]);
});

test("desk 32, 38: a person's data copy has the group mails; a stored mail about a sibling does not name an erased student", async () => {
  const { references, first } = await createSiblings();
  const bulk = await selectBulk([...references], { subject_es: "{alumno}", text_es: "Sobre {alumno}" });
  await run(bulk);
  const copy = await collectPersonalData((await findPersonByEmail(first)) as string, now);
  expect(copy?.mails.at(-1)).toMatchObject({
    kind: "group_message",
    words: expect.stringMatching(/^Sobre (Carla y Pau|Pau y Carla)$/),
  });
  const [mail] = await mailsOf(bulk);
  const [, other] = (mail as unknown as MailData).references ?? []; // the mail is stored with the first
  const { studentId } = await readStatus(other as string);
  const child = await prisma().person.findUniqueOrThrow({ where: { id: studentId } });
  await erasePerson(studentId, { actor: toRecordedActor(secretary), now });
  const stored = await prisma().mailMessage.findMany({
    where: { kind: "group_message", enrollment: { reference: { in: [...references] } } },
    select: { tells: true, payload: true },
  });
  expect(JSON.stringify(stored)).not.toContain(child.name);
});

import { z } from "zod";
import { DecisionError, requiredTextSchema } from "@/lib/decisions/decision-error";
import { findRecipients } from "@/lib/decisions/notifications/mail";
import { lockEnrollmentStatus, writeEnrollmentStatus } from "@/lib/decisions/status";
import { recordDisagreement } from "@/lib/decisions/verbs";
import { voidUnnotified } from "@/lib/decisions/writes";
import { personAnswers } from "@/lib/enrollment/stored-answers";
import {
  type Contact,
  changeContact,
  type PersonCorrection,
  changeChoices as writeChoices,
} from "@/lib/enrollment/writes";
import { type Locale, languageNames } from "@/lib/i18n/locales";
import { enqueueMessage } from "@/lib/mail/writes";
import { formatName, isMinor, whereActiveGuardian } from "@/lib/people/accounts/family-role";
import { writeAuditEntry, writeFamilyEntry } from "@/lib/people/audit-log";
import { parseActionInput } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { subtractYears, toDate, toDay } from "@/lib/platform/dates";
import { normaliseText } from "@/lib/platform/stored-values";
import { getSchoolToday } from "@/lib/school/settings";
import { requireEnrollment } from "./queries";
import { findChoicesBlocker } from "./round/queries";

/**
 * Changes the requested studies. Voids an unnotified decision, because it was about other choices, and notifies the
 * other guardian.
 * @throws DecisionError `not_their_own`, `not_allowed`, `day_is_over`, `list_closed`
 */
export async function changeOwnChoices(
  personId: string,
  reference: string,
  choices: Parameters<typeof writeChoices>[2],
  now: Date,
): Promise<void> {
  const today = await getSchoolToday(now);
  await prisma().$transaction(async (tx) => {
    const { id } = await requireEnrollment(tx, personId, reference, "sender", now);
    const current = await lockEnrollmentStatus(tx, { id });
    const blocker = await findChoicesBlocker(current, today, tx);
    if (blocker) throw new DecisionError(blocker, { from: current.state, to: "pending" });
    const changed = await writeChoices(tx, current, choices);
    if (!changed) return;

    const actor = { kind: "family", id: personId } as const;
    const status = await voidUnnotified(tx, current, actor, now);
    await writeEnrollmentStatus(tx, status, {});
    await writeFamilyEntry(tx, personId, "choices_changed", reference, { choices: changed });
    for (const recipient of await findRecipients(tx, status.studentId, now)) {
      if (recipient.id === personId) continue;
      await enqueueMessage(tx, {
        kind: "changed",
        personId: recipient.id,
        locale: recipient.locale,
        enrollmentId: id,
        tells: { reader: recipient.reader },
      });
    }
  });
}

/** People whose name, birth date and document the person may ask to correct: themselves and their children. */
export async function listCorrectablePeople(personId: string, now: Date) {
  const today = await getSchoolToday(now);
  const columns = { id: true, name: true, surname: true, birthDate: true } as const;
  const [self, children] = await Promise.all([
    prisma().person.findUniqueOrThrow({ where: { id: personId }, select: columns }),
    prisma().person.findMany({
      where: { guardians: { some: { ...whereActiveGuardian(personId), position: 1 } } },
      orderBy: { birthDate: "asc" },
      select: columns,
    }),
  ]);
  if (isMinor(self.birthDate, today)) return [];
  const minors = children.filter(({ birthDate }) => isMinor(birthDate, today));
  return [self, ...minors].map((person) => ({
    id: person.id,
    name: formatName(person),
    isOwn: person.id === personId,
  }));
}

export function listOwnCorrections(personId: string) {
  return prisma().correctionRequest.findMany({
    where: { askedById: personId },
    orderBy: { createdAt: "desc" },
    take: 5,
    select: {
      id: true,
      createdAt: true,
      settledAt: true,
      accepted: true,
      answer: true,
      name: true,
      surname: true,
      birthDate: true,
      document: true,
      person: { select: { name: true, surname: true } },
    },
  });
}

/** Asks the school to correct a person; replaces an open request. @throws DecisionError `not_their_own` */
export async function requestCorrection(
  askedById: string,
  personId: string,
  { birthDate, ...correction }: PersonCorrection,
  now: Date,
): Promise<void> {
  const correctable = await listCorrectablePeople(askedById, now);
  if (!correctable.some(({ id }) => id === personId)) throw new DecisionError("not_their_own");
  await prisma().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`; // of two at once one stays
    await tx.correctionRequest.deleteMany({ where: { personId, askedById, settledAt: null } });
    await tx.correctionRequest.create({
      data: {
        ...correction,
        birthDate: birthDate && toDate(birthDate),
        personId,
        askedById,
        createdAt: now,
      },
      select: { id: true },
    });
  });
}

/** Undefined for a minor, whose guardians manage them. */
export async function readContactDetails(personId: string, now: Date) {
  const today = await getSchoolToday(now);
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { ...personAnswers, locale: true },
  });
  if (isMinor(person.birthDate, today)) return;
  const [locale, { birthDate }] = [person.locale as Locale, person];
  return { ...person, locale, birthDate: birthDate && toDay(birthDate) };
}

/**
 * Changes phone and address of the person and of the children who live there.
 * @throws DecisionError `not_their_own` for a minor
 */
export async function changeOwnContact(personId: string, contact: Contact, now: Date): Promise<void> {
  if (!(await readContactDetails(personId, now))) throw new DecisionError("not_their_own");
  const today = await getSchoolToday(now);
  await prisma().$transaction(async (tx) => {
    const changed = await changeContact(tx, personId, contact, subtractYears(today, 18));
    if (Object.keys(changed).length === 0) return;
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "contact_changed",
      object: { kind: "person", id: personId },
      values: changed,
    });
  });
}

/**
 * Changes the language of all further mails of the person and of their minor children.
 * @throws DecisionError `not_their_own` for a minor
 */
export async function changeMailLanguage(personId: string, locale: Locale, now: Date): Promise<void> {
  const details = await readContactDetails(personId, now);
  if (!details) throw new DecisionError("not_their_own");
  if (details.locale === locale) return;
  const bornAfter = toDate(subtractYears(await getSchoolToday(now), 18));
  await prisma().$transaction(async (tx) => {
    await tx.person.updateMany({
      where: {
        OR: [
          { id: personId },
          { birthDate: { gt: bornAfter }, guardians: { some: { guardianId: personId, position: 1 } } },
        ],
      },
      data: { locale },
    });
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "contact_changed",
      object: { kind: "person", id: personId },
      values: { mail_language: [languageNames[details.locale], languageNames[locale]] },
    });
  });
}

/**
 * Saves the other guardian's disagreement: the enrollment stays active, but cannot be accepted until the school has
 * recorded a settlement.
 * @throws DecisionError `not_their_own`; DomainError about the text
 */
export async function disagree(personId: string, reference: string, text: string, now: Date): Promise<void> {
  const words = parseFamilyText(text);
  await prisma().$transaction(async (tx) => {
    await requireEnrollment(tx, personId, reference, "guardian", now);
    await recordDisagreement(tx, { reference, guardianId: personId, words }, now);
  });
}

const textSchema = z.object({ words: requiredTextSchema });

/** A family's text to the school, as it is stored. @throws DomainError about `words` */
export const parseFamilyText = (text: string): string =>
  parseActionInput(textSchema, { words: normaliseText(text) }).words;

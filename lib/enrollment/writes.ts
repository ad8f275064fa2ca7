import type { Prisma } from "@/generated/prisma/client";
import { toEmailKey } from "@/lib/mail/addresses";
import { changeEmail, sendEmailConfirmation } from "@/lib/mail/writes";
import { type Day, toDate, toDay } from "@/lib/platform/dates";
import { getLockName } from "@/lib/platform/sandbox";
import { toDocumentKey } from "./field-schemas";
import type { FieldName } from "./fields";
import { readChoices } from "./queries";

/**
 * Corrects a person's address in the caller's transaction. With an account, the new address counts only after its
 * link is confirmed, and the old one is notified then (desk 17).
 */
export async function correctPersonEmail(
  tx: Prisma.TransactionClient,
  personId: string,
  email: string,
  now: Date,
) {
  // Serialises with setting a password.
  await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
  const person = await tx.person.findUniqueOrThrow({
    where: { id: personId },
    select: { emailKey: true, account: { select: { personId: true } } },
  });
  const key = toEmailKey(email);
  // Only capitals differ: it is the same mailbox, and the sign-in stays the same.
  if (!person.account || key === person.emailKey) return changeEmail(tx, personId, email, now);
  const other = await tx.person.findFirst({ where: { emailKey: key }, select: { id: true } });
  if (other) return { taken: other.id };
  await sendEmailConfirmation(tx, personId, email, now);
  return "asked" as const;
}

/** The reference of a person's last enrollment, for staff who enter a taken address or document. */
export async function findLastReference(
  db: Prisma.TransactionClient,
  personId: string,
): Promise<string | undefined> {
  const enrollment = await db.enrollment.findFirst({
    where: {
      OR: [{ studentId: personId }, { student: { guardians: { some: { guardianId: personId } } } }],
    },
    orderBy: { createdAt: "desc" },
    select: { reference: true },
  });
  return enrollment?.reference;
}

type Choices = Awaited<ReturnType<typeof readChoices>>;

/**
 * Replaces an enrollment's choices in the caller's transaction.
 * @returns old and new choices for the audit log; undefined when they are equal
 */
export async function changeChoices(
  tx: Prisma.TransactionClient,
  { id: enrollmentId, schoolYearId }: { id: string; schoolYearId: number },
  choices: Choices,
): Promise<[old: string, new: string] | undefined> {
  const old = formatChoices(await readChoices(tx, enrollmentId));
  const updated = formatChoices(choices);
  if (old === updated) return;
  const { specialities, syllabi } = choices;
  await tx.specialityChoice.deleteMany({ where: { enrollmentId } });
  await tx.syllabusChoice.deleteMany({ where: { enrollmentId } });
  await tx.specialityChoice.createMany({
    data: specialities.map(({ option, id }) => ({ enrollmentId, schoolYearId, option, specialityId: id })),
  });
  await tx.syllabusChoice.createMany({
    data: syllabi.map(({ option, id }) => ({ enrollmentId, schoolYearId, option, syllabusId: id })),
  });
  await tx.roundEntry.updateMany({ where: whereFrozen(enrollmentId), data: { late: true } });
  return [old, updated];
}

/** Its entry in a frozen list that is not final: after a change of choices it is late (admission 3). */
const whereFrozen = (enrollmentId: string) =>
  ({
    enrollmentId,
    round: { state: { in: ["frozen", "drawn", "provisional"] } },
  }) satisfies Prisma.RoundEntryWhereInput;

/** Whether a change of choices would make an enrollment late in a round. */
export const wouldBecomeLate = async (db: Prisma.TransactionClient, enrollmentId: string): Promise<boolean> =>
  (await db.roundEntry.count({ where: { ...whereFrozen(enrollmentId), late: false } })) > 0;

const columns = {
  phoneCountryCode: true,
  phone: true,
  country: true,
  city: true,
  zipCode: true,
  address: true,
} as const;

/** A person's contact data except the e-mail address. */
export type Contact = Record<keyof typeof columns, string | null>;

const pickHome = ({ country, city, zipCode, address }: Contact) => ({ country, city, zipCode, address });

/**
 * Changes a person's contact data in the caller's transaction, and the address of minor children who lived at the
 * first guardian's address. Returns the changes for the audit log.
 * @param adultSince the latest birth date of an adult
 */
export async function changeContact(
  tx: Prisma.TransactionClient,
  personId: string,
  contact: Contact,
  adultSince: Day,
): Promise<Partial<Record<keyof Contact, [old: string | null, new: string | null]>>> {
  await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
  const previous = await tx.person.findUniqueOrThrow({ where: { id: personId }, select: columns });
  await tx.person.update({ where: { id: personId }, data: contact, select: { id: true } });

  if (previous.address !== null) {
    await tx.person.updateMany({
      where: {
        ...pickHome(previous),
        birthDate: { gt: toDate(adultSince) },
        guardians: { some: { guardianId: personId, position: 1 } },
      },
      data: pickHome(contact),
    });
  }
  const names = Object.keys(columns) as (keyof Contact)[];
  return Object.fromEntries(
    names
      .filter((name) => previous[name] !== contact[name])
      .map((name) => [name, [previous[name], contact[name]]]),
  );
}

/** Identity data; missing members stay unchanged. */
export type PersonCorrection = Partial<{
  name: string;
  surname: string;
  birthDate: Day;
  documentType: string | null;
  document: string | null;
}>;

type PersonChange = Partial<Record<keyof PersonCorrection, [old: string | null, new: string | null]>>;

/**
 * Corrects a person's identity in the caller's transaction. Checks that the document is unique under the lock that
 * enrollments take: a unique violation would write the number into PostgreSQL's log.
 * @returns the changes, or the id of the person who has the document
 */
export async function correctPerson(
  tx: Prisma.TransactionClient,
  personId: string,
  { birthDate, ...correction }: PersonCorrection,
): Promise<{ changed: PersonChange } | { taken: string }> {
  const key = correction.document && toDocumentKey(correction.document);
  if (key) {
    const lock = getLockName("document", key);
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
    const other = await tx.person.findFirst({
      where: { documentKey: key, id: { not: personId } },
      select: { id: true },
    });
    if (other) return { taken: other.id };
  }
  await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
  const previous = await tx.person.findUniqueOrThrow({
    where: { id: personId },
    select: { name: true, surname: true, birthDate: true, documentType: true, document: true },
  });
  await tx.person.update({
    where: { id: personId },
    data: {
      ...correction,
      ...(key !== undefined && { documentKey: key }),
      ...(birthDate && { birthDate: toDate(birthDate) }),
    },
    select: { id: true },
  });
  const old = { ...previous, birthDate: previous.birthDate && toDay(previous.birthDate) };
  const corrected = Object.entries({ ...correction, birthDate }) as [keyof PersonCorrection, string][];
  const changed = corrected.filter(([name, value]) => value !== undefined && old[name] !== value);
  return { changed: Object.fromEntries(changed.map(([name, value]) => [name, [old[name], value]])) };
}

/** Choices for the audit log: `specialities 1:26001 2:26003; syllabi 1:26010`. */
function formatChoices({ specialities, syllabi }: Choices): string {
  const list = (name: string, rows: { option: number; id: number }[]) =>
    rows.length === 0 ? [] : [`${name} ${rows.map(({ option, id }) => `${option}:${id}`).join(" ")}`];
  return [...list("specialities", specialities), ...list("syllabi", syllabi)].join("; ");
}

/** Parses choices of the audit log to answers of the form. */
export function parseChoices(text: string): Partial<Record<FieldName, number>> {
  const answers = text.split("; ").flatMap((list) => {
    const [name, ...rows] = list.split(" ");
    const field = name === "specialities" ? "speciality" : "syllabi";
    return rows
      .map((row) => row.split(":"))
      .map(([option, id]) => [`student_${field}_option${option}`, Number(id)]);
  });
  return Object.fromEntries(answers);
}

import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { findRecipientsByStudent, type Recipient as Reader } from "@/lib/decisions/notifications/mail";
import { type MailPreview, renderPreview } from "@/lib/decisions/notifications/preview";
import { createPlaceNamer } from "@/lib/decisions/place";
import { getNotifiedPlace } from "@/lib/decisions/writes";
import { bulkIdSchema, chooseLanguage, type GroupMailText, parseStoredInput } from "@/lib/desk/bulk/schema";
import { getState } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { toEmailKey } from "@/lib/mail/addresses";
import { getDisplayNames } from "@/lib/mail/content/mail-context";
import { fillPlaceholders, findPlaceholders } from "@/lib/mail/content/mail-texts";
import { getAccountUrl } from "@/lib/mail/mail-link";
import { mailDataSchema as told } from "@/lib/mail/schema";
import { enqueueMessage } from "@/lib/mail/writes";
import { verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

const row = {
  position: true,
  version: true,
  enrollment: {
    select: {
      id: true,
      reference: true,
      state: true,
      version: true,
      studentId: true,
      schoolYearId: true,
      schoolYear: { select: { year: true } },
      student: { select: { name: true, surname: true } },
    },
  },
} satisfies Prisma.BulkRowSelect;

type RecipientRow = Prisma.BulkRowGetPayload<{ select: typeof row }>;

type GroupRecipient = { reader: Reader; rows: RecipientRow[] };

type UnreachableReason = "changed_meanwhile" | "no_mailbox" | "bounces" | "no_place_told";

type RecipientList = {
  recipients: GroupRecipient[];
  unreached: Map<number, UnreachableReason>;
};

/**
 * The recipients of a bulk mail: the adult student or the guardians who may be told, never a minor (desk 38). Rows that
 * changed after the selection are left out.
 * @param about limits the rows
 */
export async function findGroupRecipients(
  db: Prisma.TransactionClient,
  bulkId: string,
  letter: GroupMailText,
  about: Prisma.BulkRowWhereInput = {},
): Promise<RecipientList> {
  const rows = await db.bulkRow.findMany({
    where: { bulkId, ...about },
    orderBy: { position: "asc" },
    select: row,
  });
  const readers = await findRecipientsByStudent(
    rows.map(({ enrollment }) => enrollment.studentId),
    db,
  );
  const bouncing = await bouncingAmong(db, [...readers.values()].flat());
  const school = (await getSettings()).default_locale;
  const recipients = new Map<string, GroupRecipient>();
  const unreached = new Map<number, UnreachableReason>();
  for (const one of rows) {
    const all = readers.get(one.enrollment.studentId) ?? [];
    const reached = all.filter(({ email }) => !bouncing.has(toEmailKey(email)));
    const fitting = reached.filter((reader) => fits(letter, reader, one, school));
    const code = findUnreachableReason(one, [all, reached, fitting]);
    if (code) {
      unreached.set(one.position, code);
      continue;
    }
    for (const reader of fitting) {
      const known = recipients.get(reader.id) ?? { reader, rows: [] };
      known.rows.push(one);
      recipients.set(reader.id, known);
    }
  }
  return { recipients: [...recipients.values()], unreached };
}

/** Recipients by language of the mail and preferred language. */
export type LanguageCount = { locale: Locale; wants: Locale; count: number };

/** The languages of a bulk mail, most frequent first. */
export async function countLanguages(
  letter: GroupMailText,
  recipients: GroupRecipient[],
): Promise<LanguageCount[]> {
  const { default_locale: school } = await getSettings();
  const counts = new Map<string, LanguageCount>();
  for (const { reader } of recipients) {
    const wants = reader.locale;
    const locale = chooseLanguage(letter, wants, school)?.locale ?? wants;
    const known = counts.get(`${locale} ${wants}`) ?? { locale, wants, count: 0 };
    counts.set(`${locale} ${wants}`, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

type Readers = [all: Reader[], reached: Reader[], fitting: Reader[]];

const listStudentNames = ({ rows }: GroupRecipient) =>
  rows.map(({ enrollment: { student } }) => [student.name, student.surname].filter(Boolean).join(" "));

export async function createSample(
  letter: GroupMailText,
  recipient: GroupRecipient,
): Promise<MailPreview | undefined> {
  const own = await fillGroupMail(prisma(), letter, recipient);
  if (!own) return;
  const { locale, references, subject, words } = own;
  const { reader, rows } = recipient;
  return renderPreview(
    "group_message",
    { ...reader, locale },
    {
      students: listStudentNames(recipient),
      references,
      year: rows[0]?.enrollment.schoolYear.year,
      link: getAccountUrl(locale),
      tells: { reader: reader.reader, subject, words },
    },
  );
}

/**
 * Sends a row's bulk mail: one per recipient about all their children among the rows, sent with the first of these, so
 * that nobody gets two (desk 38).
 */
export const sendGroupMail = verb(
  "written_to",
  "work_in_bulk",
  z.object({ reference: z.string(), bulk: bulkIdSchema }),
  async ({ tx, audit }, { reference, bulk }): Promise<"done" | UnreachableReason> => {
    // Serialises workers, so that the second sees the mail that the first has written.
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${bulk}, 0))) held`;
    const { input } = await tx.bulkAction.findUniqueOrThrow({ where: { id: bulk }, select: { input: true } });
    const letter = parseStoredInput(input);
    const { recipients, unreached } = await findGroupRecipients(tx, bulk, letter, {
      enrollment: { reference },
    });
    const [nobody] = unreached.values();
    if (nobody) return nobody;
    for (const { reader } of recipients) {
      const written = await listAlreadySent(tx, bulk, reader.id);
      if (!written.includes(reference)) await writeTo(tx, { bulk, letter, readerId: reader.id, written });
    }
    await audit({ kind: "enrollment", id: reference });
    return "done";
  },
);

function findUnreachableReason({ version, enrollment }: RecipientRow, [all, reached, fitting]: Readers) {
  if (version !== enrollment.version) return "changed_meanwhile";
  if (all.length === 0) return "no_mailbox";
  if (reached.length === 0) return "bounces";
  return fitting.length === 0 ? "no_place_told" : undefined;
}

/** A text with the place goes only to families who were notified of one. */
function fits(
  letter: GroupMailText,
  { locale }: Reader,
  { enrollment }: RecipientRow,
  school: Locale,
): boolean {
  const own = chooseLanguage(letter, locale, school);
  if (!own) return false;
  return hasNotifiedPlace(enrollment) || !findPlaceholders(`${own.subject} ${own.text}`).includes("place");
}

const hasNotifiedPlace = ({ state }: RecipientRow["enrollment"]) => getState(state).holds === "place";

async function bouncingAmong(db: Prisma.TransactionClient, readers: Reader[]): Promise<Set<string>> {
  const keys = [...new Set(readers.map(({ email }) => toEmailKey(email)))];
  const rows = await db.mailSuppression.findMany({
    where: { emailKey: { in: keys } },
    select: { emailKey: true },
  });
  return new Set(rows.map(({ emailKey: key }) => key));
}

/** The mail to one recipient: language and placeholder values. */
async function fillGroupMail(db: Prisma.TransactionClient, letter: GroupMailText, recipient: GroupRecipient) {
  const { reader, rows } = recipient;
  const own = chooseLanguage(letter, reader.locale, (await getSettings()).default_locale);
  if (!own) return;
  const enrollments = rows.map(({ enrollment }) => enrollment);
  const references = enrollments.map(({ reference }) => reference);
  const said = {
    confirmed: reader.hasAccount,
    name: reader.name ?? "",
    students: listStudentNames(recipient),
  };
  const { inSubject, inBody } = getDisplayNames(said, own.locale);
  const place = (await placesOf(db, enrollments)).join("; ");
  const year = [...new Set(enrollments.map(({ schoolYear }) => schoolYear.year))].join(", ");
  const reference = references.join(", ");
  // Unknown or hidden values need a substitute, so that the sentence stays complete.
  const values = ({ name, student }: { name: string; student: string }) => ({
    place,
    year,
    reference,
    name: name || getTranslator(own.locale, "mail")("family"),
    student: student || reference,
  });
  return {
    locale: own.locale,
    subject: fillPlaceholders(own.subject, values(inSubject)),
    words: fillPlaceholders(own.text, values(inBody)),
    references,
  };
}

async function placesOf(
  db: Prisma.TransactionClient,
  enrollments: RecipientRow["enrollment"][],
): Promise<string[]> {
  const names = enrollments
    .filter(hasNotifiedPlace)
    .map(async ({ id, schoolYearId }) =>
      (await createPlaceNamer(schoolYearId))(await getNotifiedPlace(db, id)),
    );
  return [...new Set(await Promise.all(names))];
}

/** Enrollments that the recipient already got a mail about in this bulk action. */
async function listAlreadySent(
  tx: Prisma.TransactionClient,
  bulk: string,
  personId: string,
): Promise<string[]> {
  const messages = await tx.mailMessage.findMany({
    where: { personId, kind: "group_message", tells: { path: ["bulk"], equals: bulk } },
    select: { tells: true },
  });
  return messages.flatMap(({ tells }) => told.parse(tells).references ?? []);
}

type Writing = { bulk: string; letter: GroupMailText; readerId: string; written: string[] };

async function writeTo(tx: Prisma.TransactionClient, { bulk, letter, readerId, written }: Writing) {
  const childOfTheirs = { OR: [{ id: readerId }, { guardians: { some: { guardianId: readerId } } }] };
  const about = { enrollment: { student: childOfTheirs, reference: { notIn: written } } };
  const { recipients } = await findGroupRecipients(tx, bulk, letter, about);
  const recipient = recipients.find(({ reader }) => reader.id === readerId) as GroupRecipient;
  const mail = await fillGroupMail(tx, letter, recipient);
  const [first] = recipient.rows;
  if (!mail || !first) return;
  const { locale, ...own } = mail;
  await enqueueMessage(tx, {
    kind: "group_message",
    personId: readerId,
    locale,
    enrollmentId: first.enrollment.id,
    tells: { reader: recipient.reader.reader, ...own, bulk },
  });
}

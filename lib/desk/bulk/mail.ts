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
import { mailDataSchema } from "@/lib/mail/schema";
import { enqueueMessage } from "@/lib/mail/writes";
import { verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

const rowColumns = {
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

type RecipientRow = Prisma.BulkRowGetPayload<{ select: typeof rowColumns }>;

type GroupRecipient = { reader: Reader; rows: RecipientRow[] };

type UnreachableReason = "changed_meanwhile" | "no_mailbox" | "bounces" | "no_place_told";

type RecipientList = {
  recipients: GroupRecipient[];
  unreachable: Map<number, UnreachableReason>;
};

/**
 * The recipients of a bulk mail: the adult student or the guardians who may be notified, never a minor (desk 38). Rows that
 * changed after the selection are left out.
 * @param where limits the rows
 */
export async function findGroupRecipients(
  db: Prisma.TransactionClient,
  bulkId: string,
  text: GroupMailText,
  where: Prisma.BulkRowWhereInput = {},
): Promise<RecipientList> {
  const rows = await db.bulkRow.findMany({
    where: { bulkId, ...where },
    orderBy: { position: "asc" },
    select: rowColumns,
  });
  const recipientsByStudent = await findRecipientsByStudent(
    rows.map(({ enrollment }) => enrollment.studentId),
    db,
  );
  const bouncing = await findBouncing(db, [...recipientsByStudent.values()].flat());
  const schoolLocale = (await getSettings()).default_locale;
  const recipients = new Map<string, GroupRecipient>();
  const unreachable = new Map<number, UnreachableReason>();
  for (const row of rows) {
    const allRecipients = recipientsByStudent.get(row.enrollment.studentId) ?? [];
    const deliverable = allRecipients.filter(({ email }) => !bouncing.has(toEmailKey(email)));
    const suitable = deliverable.filter((reader) => isSuitable(text, reader, row, schoolLocale));
    const code = findUnreachableReason(row, [allRecipients, deliverable, suitable]);
    if (code) {
      unreachable.set(row.position, code);
      continue;
    }
    for (const reader of suitable) {
      const groupRecipient = recipients.get(reader.id) ?? { reader, rows: [] };
      groupRecipient.rows.push(row);
      recipients.set(reader.id, groupRecipient);
    }
  }
  return { recipients: [...recipients.values()], unreachable };
}

/** Recipients by language of the mail and preferred language. */
type LanguageCount = { locale: Locale; preferred: Locale; count: number };

/** The languages of a bulk mail, most frequent first. */
export async function countLanguages(
  text: GroupMailText,
  recipients: GroupRecipient[],
): Promise<LanguageCount[]> {
  const { default_locale: schoolLocale } = await getSettings();
  const counts = new Map<string, LanguageCount>();
  for (const { reader } of recipients) {
    const preferred = reader.locale;
    const locale = chooseLanguage(text, preferred, schoolLocale)?.locale ?? preferred;
    const current = counts.get(`${locale} ${preferred}`) ?? { locale, preferred, count: 0 };
    counts.set(`${locale} ${preferred}`, { ...current, count: current.count + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

type Steps = [all: Reader[], reached: Reader[], fitting: Reader[]];

const listStudentNames = ({ rows }: GroupRecipient) =>
  rows.map(({ enrollment: { student } }) => [student.name, student.surname].filter(Boolean).join(" "));

export async function createSample(
  text: GroupMailText,
  recipient: GroupRecipient,
): Promise<MailPreview | undefined> {
  const mail = await fillGroupMail(prisma(), text, recipient);
  if (!mail) return;
  const { locale, references, subject, words } = mail;
  const { reader, rows } = recipient;
  return renderPreview(
    "group_message",
    { ...reader, locale },
    {
      students: listStudentNames(recipient),
      references,
      year: rows[0]?.enrollment.schoolYear.year,
      link: getAccountUrl(locale),
      data: { reader: reader.reader, subject, words },
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
    const text = parseStoredInput(input);
    const { recipients, unreachable } = await findGroupRecipients(tx, bulk, text, {
      enrollment: { reference },
    });
    const [reason] = unreachable.values();
    if (reason) return reason;
    for (const { reader } of recipients) {
      const alreadySent = await listAlreadySent(tx, bulk, reader.id);
      if (!alreadySent.includes(reference))
        await sendTo(tx, { bulk, text, recipientId: reader.id, alreadySent });
    }
    await audit({ kind: "enrollment", id: reference });
    return "done";
  },
);

function findUnreachableReason({ version, enrollment }: RecipientRow, [all, deliverable, suitable]: Steps) {
  if (version !== enrollment.version) return "changed_meanwhile";
  if (all.length === 0) return "no_mailbox";
  if (deliverable.length === 0) return "bounces";
  return suitable.length === 0 ? "no_place_told" : undefined;
}

/** A text with the place goes only to families who were notified of one. */
function isSuitable(
  text: GroupMailText,
  { locale }: Reader,
  { enrollment }: RecipientRow,
  schoolLocale: Locale,
): boolean {
  const localText = chooseLanguage(text, locale, schoolLocale);
  if (!localText) return false;
  const placeholders = findPlaceholders(`${localText.subject} ${localText.text}`);
  return hasNotifiedPlace(enrollment) || !placeholders.includes("place");
}

const hasNotifiedPlace = ({ state }: RecipientRow["enrollment"]) => getState(state).holds === "place";

async function findBouncing(db: Prisma.TransactionClient, recipients: Reader[]): Promise<Set<string>> {
  const keys = [...new Set(recipients.map(({ email }) => toEmailKey(email)))];
  const rows = await db.mailSuppression.findMany({
    where: { emailKey: { in: keys } },
    select: { emailKey: true },
  });
  return new Set(rows.map(({ emailKey: key }) => key));
}

/** The mail to one recipient: language and placeholder values. */
async function fillGroupMail(db: Prisma.TransactionClient, text: GroupMailText, recipient: GroupRecipient) {
  const { reader, rows } = recipient;
  const localText = chooseLanguage(text, reader.locale, (await getSettings()).default_locale);
  if (!localText) return;
  const enrollments = rows.map(({ enrollment }) => enrollment);
  const references = enrollments.map(({ reference }) => reference);
  const nameContext = {
    confirmed: reader.hasAccount,
    name: reader.name ?? "",
    students: listStudentNames(recipient),
  };
  const { inSubject, inBody } = getDisplayNames(nameContext, localText.locale);
  const place = (await listPlaceNames(db, enrollments)).join("; ");
  const year = [...new Set(enrollments.map(({ schoolYear }) => schoolYear.year))].join(", ");
  const reference = references.join(", ");
  // Unknown or hidden values need a substitute, so that the sentence stays complete.
  const values = ({ name, student }: { name: string; student: string }) => ({
    place,
    year,
    reference,
    name: name || getTranslator(localText.locale, "mail")("family"),
    student: student || reference,
  });
  return {
    locale: localText.locale,
    subject: fillPlaceholders(localText.subject, values(inSubject)),
    words: fillPlaceholders(localText.text, values(inBody)),
    references,
  };
}

async function listPlaceNames(
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
  return messages.flatMap(({ tells }) => mailDataSchema.parse(tells).references ?? []);
}

type Delivery = { bulk: string; text: GroupMailText; recipientId: string; alreadySent: string[] };

async function sendTo(tx: Prisma.TransactionClient, { bulk, text, recipientId, alreadySent }: Delivery) {
  const whereChild = { OR: [{ id: recipientId }, { guardians: { some: { guardianId: recipientId } } }] };
  const whereUnsent = { enrollment: { student: whereChild, reference: { notIn: alreadySent } } };
  const { recipients } = await findGroupRecipients(tx, bulk, text, whereUnsent);
  const recipient = recipients.find(({ reader }) => reader.id === recipientId) as GroupRecipient;
  const mail = await fillGroupMail(tx, text, recipient);
  const [first] = recipient.rows;
  if (!mail || !first) return;
  const { locale, ...content } = mail;
  await enqueueMessage(tx, {
    kind: "group_message",
    personId: recipientId,
    locale,
    enrollmentId: first.enrollment.id,
    tells: { reader: recipient.reader.reader, ...content, bulk },
  });
}

import type { Prisma } from "@/generated/prisma/client";
import { type Recipient as Reader, findRecipientsByStudent } from "@/lib/decisions/messages";
import { getState } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { toEmailKey } from "@/lib/mail/addresses";
import { findPlaceholders } from "@/lib/mail/placeholders";
import { getSettings } from "@/lib/school/settings";
import { type GroupMailText, chooseLanguage } from "./letter";

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

export type RecipientRow = Prisma.BulkRowGetPayload<{ select: typeof row }>;

/** Somebody who is written to, and about which of the rows: one mail for all their children. */
export type GroupRecipient = { reader: Reader; rows: RecipientRow[] };

/** Why nobody is written to about a row. */
export type UnreachableReason = "changed_meanwhile" | "no_mailbox" | "bounces" | "no_place_told";

export type RecipientList = {
  /** In the order of their first rows. */
  recipients: GroupRecipient[];
  /** By the positions of the rows. */
  unreached: Map<number, UnreachableReason>;
};

/**
 * Who is written to about the rows of a step on many: the student who is of age or the guardians who may hear of it,
 * never a minor (desk 38). A row that has changed since it was chosen may be of no one who was meant.
 * @param about narrows the rows, where not all are asked for
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

type Readers = [all: Reader[], reached: Reader[], fitting: Reader[]];

function findUnreachableReason({ version, enrollment }: RecipientRow, [all, reached, fitting]: Readers) {
  if (version !== enrollment.version) return "changed_meanwhile";
  if (all.length === 0) return "no_mailbox";
  if (reached.length === 0) return "bounces";
  return fitting.length === 0 ? "no_place_told" : undefined;
}

/** A text that names the place is for those alone who were told of one. */
function fits(letter: GroupMailText, { locale }: Reader, { enrollment }: RecipientRow, school: Locale): boolean {
  const own = chooseLanguage(letter, locale as Locale, school);
  if (!own) return false;
  return hasNotifiedPlace(enrollment) || !findPlaceholders(`${own.subject} ${own.text}`).includes("place");
}

/** Whether the family knows of a place. */
export const hasNotifiedPlace = ({ state }: RecipientRow["enrollment"]) => getState(state).holds === "place";

async function bouncingAmong(db: Prisma.TransactionClient, readers: Reader[]): Promise<Set<string>> {
  const keys = [...new Set(readers.map(({ email }) => toEmailKey(email)))];
  const rows = await db.mailSuppression.findMany({
    where: { emailKey: { in: keys } },
    select: { emailKey: true },
  });
  return new Set(rows.map(({ emailKey: key }) => key));
}

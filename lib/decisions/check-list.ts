import type { EnrollmentState } from "@/generated/prisma/enums";
import type { Locale } from "@/lib/i18n/locales";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { minutesAfter } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { readersOfMany } from "./messages";
import { type PreviewedMail, previewMails } from "./preview";
import { onList } from "./tell-list";

/** A list that was let go can be stopped for so long. */
const STOPPABLE_MINUTES = 15;

/** When a list is told that somebody lets go now: not before it could still be stopped. */
export function tellingAt(wanted: Date | undefined, now: Date): Date {
  const soonest = minutesAfter(now, STOPPABLE_MINUTES);
  return wanted && wanted > soonest ? wanted : soonest;
}

export type CheckedList = {
  counts: { state: EnrollmentState; count: number }[];
  /** Decisions in all, and the messages that they make. */
  count: number;
  mails: number;
  /** One message of each kind and language. */
  samples: PreviewedMail[];
  /** Whom no message reaches: nobody of the enrollment has an address, or every one sends mails back. */
  unreached: { reference: string; student: string }[];
};

/** What telling a year's list would do, as it stands now. */
export async function checkList(schoolYearId: number, actor: Actor): Promise<CheckedList> {
  demand(actor, "tell_list");
  const rows = await prisma().decision.findMany({
    where: onList(schoolYearId, null),
    orderBy: [{ decidedAt: "asc" }, { id: "asc" }],
    select: {
      toState: true,
      specialityId: true,
      syllabusId: true,
      words: true,
      reason: { select: { code: true, es: true, ca: true, en: true } },
      enrollment: {
        select: {
          id: true,
          reference: true,
          schoolYearId: true,
          studentId: true,
          student: { select: { name: true, surname: true } },
        },
      },
    },
  });
  const ids = rows.map(({ enrollment }) => enrollment.studentId);
  const [readers, bounce] = await Promise.all([readersOfMany(ids), sendingBack()]);
  const samples = new Map<string, { row: (typeof rows)[number]; locale: Locale }>();
  const counts = new Map<EnrollmentState, number>();
  const unreached: CheckedList["unreached"] = [];
  let mails = 0;
  for (const row of rows) {
    const { reference, studentId, student } = row.enrollment;
    const own = readers.get(studentId) ?? [];
    mails += own.filter(({ id }) => !bounce.has(id)).length;
    counts.set(row.toState, (counts.get(row.toState) ?? 0) + 1);
    if (own.every(({ id }) => bounce.has(id)))
      unreached.push({ reference, student: [student.name, student.surname].filter(Boolean).join(" ") });
    for (const locale of own.map((reader) => reader.locale as Locale)) {
      const key = `${row.toState}/${locale}`;
      if (!samples.has(key)) samples.set(key, { row, locale });
    }
  }
  return {
    counts: [...counts].map(([state, count]) => ({ state, count })),
    count: rows.length,
    mails,
    samples: await Promise.all([...samples.values()].map(sampleOf)),
    unreached,
  };
}

type Sampled = {
  row: Pick<Parameters<typeof previewMails>[0], "words" | "reason"> & {
    toState: EnrollmentState;
    specialityId: number | null;
    syllabusId: number | null;
    enrollment: Parameters<typeof previewMails>[0]["standing"];
  };
  locale: Locale;
};

async function sampleOf({ row, locale }: Sampled): Promise<PreviewedMail> {
  const { toState: to, specialityId, syllabusId, words, reason, enrollment } = row;
  const place = { specialityId, syllabusId };
  const mails = await previewMails({
    standing: enrollment,
    transition: { to },
    place,
    words,
    reason,
  });
  return mails.find((mail) => mail.locale === locale) as PreviewedMail;
}

/** Whose address sends mails back. */
export async function sendingBack(): Promise<Set<string>> {
  const rows = await prisma().$queryRaw<{ id: string }[]>`
    select p.id::text from mail_suppressions s
    join people p on p.email_key = s.email_key`;
  return new Set(rows.map(({ id }) => id));
}

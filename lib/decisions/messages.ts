import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import type { Locale } from "@/lib/i18n/locales";
import { hasMailbox } from "@/lib/mail/addresses";
import type { DecisionMail } from "@/lib/mail/kinds";
import type { Tells } from "@/lib/mail/tells";
import type { Place } from "@/lib/places/limits";
import { placeNames } from "./place";
import { type OfferedReason, OTHER } from "./reasons";
import { tellsReason } from "./transitions";

/** What a decision tells, before it is put into a reader's words. */
export type ToTell = {
  to: EnrollmentState;
  schoolYearId: number;
  place: Place;
  words: string | null;
  reason: Pick<OfferedReason, "code" | Locale> | null;
};

export type TellingMessage = {
  kind: DecisionMail;
  personId: string;
  email: string;
  name: string | null;
  locale: Locale;
  tells: Tells;
};

/**
 * A decision's messages, one for each person who is told, at the addresses that they have now: the
 * adult student; of a minor the first guardian, and the second one who has confirmed the address by
 * setting a password and is not kept apart. Never the minor.
 */
export async function messagesOf(
  tx: Prisma.TransactionClient,
  studentId: string,
  { to, schoolYearId, place, words, reason }: ToTell,
): Promise<TellingMessage[]> {
  const names = await placeNames(schoolYearId, place);
  const readers = await readersOf(tx, studentId);
  const told = tellsReason(to) && reason?.code !== OTHER ? reason : null;
  return readers.map(({ id, locale, reader, ...person }) => ({
    ...person,
    kind: to === "pending" ? "put_back" : to,
    personId: id,
    locale: locale as Locale,
    tells: {
      reader,
      ...names,
      reason: told?.[locale as Locale],
      words: words ?? undefined,
    },
  }));
}

const person = { id: true, email: true, name: true, locale: true } as const;

async function readersOf(tx: Prisma.TransactionClient, studentId: string) {
  const student = await tx.person.findUniqueOrThrow({
    where: { id: studentId },
    select: {
      ...person,
      guardians: {
        orderBy: { position: "asc" },
        select: {
          position: true,
          keptApart: true,
          guardian: { select: { ...person, account: { select: { personId: true } } } },
        },
      },
    },
  });
  const { guardians, ...adult } = student;
  const told = guardians.filter(
    ({ position, keptApart, guardian }) => position === 1 || (!keptApart && guardian.account !== null),
  );
  const readers =
    guardians.length === 0
      ? [{ ...adult, reader: "student" as const }]
      : told.map(({ guardian: { account, ...guardian } }) => ({ ...guardian, reader: "guardian" as const }));
  return readers.filter(({ email }) => hasMailbox(email));
}

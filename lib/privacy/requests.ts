import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { enqueueMessage } from "@/lib/mail/queue";
import { type Day, toDate, toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";

export type DataRequestKind = "access" | "erasure";

export type DataRequest = { id: number; kind: DataRequestKind; askedAt: Date; dueOn: Day };

/**
 * Notes that somebody asks for their data or for their erasure; asked again while it is open, it is the same
 * request. The day by which it is answered is a month away (GDPR, article 12(3)).
 *
 * @param onCreated what a new request writes beside it, in its transaction
 */
export async function createDataRequest(
  kind: DataRequestKind,
  personId: string,
  now: Date,
  onCreated?: (tx: Prisma.TransactionClient) => Promise<void>,
): Promise<DataRequest> {
  const today = getToday((await getSettings()).time_zone, now);
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.dataRequest.createMany({
      data: { kind, personId, createdAt: now, dueOn: toDate(addMonth(today)) },
      skipDuplicates: true,
    });
    if (count === 1) await onCreated?.(tx);
  });
  const open = await listOpenRequests(personId);
  return open.find((request) => request.kind === kind) as DataRequest;
}

/** A person asks for their own erasure: a message says so, whoever sat at their account. */
export async function requestErasure(personId: string, locale: Locale, now: Date): Promise<void> {
  await createDataRequest("erasure", personId, now, async (tx) => {
    await enqueueMessage(tx, { kind: "erasure_asked", personId, locale });
  });
}

/** Takes back a person's request for erasure that nobody has acted on. @returns false when there is none (any more) */
export async function withdrawErasureRequest(personId: string, now: Date): Promise<boolean> {
  const { count } = await prisma().dataRequest.updateMany({
    where: { personId, kind: "erasure", settledAt: null },
    data: { settledAt: now, outcome: "taken_back" },
  });
  return count === 1;
}

/** What a person has asked for and has no answer to yet, the first asked first. */
export async function listOpenRequests(personId: string): Promise<DataRequest[]> {
  const rows = await prisma().dataRequest.findMany({
    where: { personId, settledAt: null },
    orderBy: { id: "asc" },
    select: { id: true, kind: true, createdAt: true, dueOn: true },
  });
  return rows.map(({ id, kind, createdAt, dueOn }) => ({
    id,
    kind: kind as DataRequestKind,
    askedAt: createdAt,
    dueOn: toDay(dueOn),
  }));
}

/** The same day of the next month, or that month's last. */
export function addMonth(day: Day): Day {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(new Date(Date.UTC(year, month, Math.min(date, last))));
}

import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { isKnownPlace, NO_PLACE, type Place } from "@/lib/decisions/place";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import type { NotifiedEnrollment } from "@/lib/enrollment/queries";
import { toEmailKey } from "@/lib/mail/addresses";
import type { MailKind } from "@/lib/mail/mail-kinds";
import type { MailPayload } from "@/lib/mail/transports";
import { prisma } from "@/lib/platform/database/prisma";
import type { FieldIssue } from "@/lib/platform/errors";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import type { outboxMessageSchema, outboxQuerySchema } from "./schema";

const MAX_MESSAGES = 50;
const POLL_INTERVAL_MS = 200;

type Query = z.output<typeof outboxQuerySchema>;

/** The messages of the current sandbox, newest first; `wait` polls for that many seconds. */
export async function readOutbox({
  wait: seconds,
  ...query
}: Query): Promise<z.output<typeof outboxMessageSchema>[]> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const messages = await findMessages(query);
    if (messages.length > 0 || Date.now() >= deadline) return messages;
    await wait(POLL_INTERVAL_MS);
  }
}

type Row = { id: string; kind: MailKind; payload: MailPayload; created_at: Date };

async function findMessages({ to, kind }: Omit<Query, "wait">) {
  // Messages contain links that set passwords: the live school's must never be returned.
  if (getCurrentSandbox().sandboxId === LIVE) throw new Error("The live school has no outbox.");
  const rows = await prisma().$queryRaw<Row[]>`
    select m.id, m.kind::text, m.payload, m.created_at
    from mail_messages m
    where m.state <> 'queued' and m.payload is not null
      and ${to === undefined ? Prisma.sql`true` : Prisma.sql`lower(m.payload ->> 'to') = ${toEmailKey(to)}`}
      and ${kind === undefined ? Prisma.sql`true` : Prisma.sql`m.kind::text = ${kind}`}
    order by m.created_at desc, m.id limit ${MAX_MESSAGES}`;
  return rows.map(({ id, kind, payload: { to, subject, text, html }, created_at }) => ({
    id,
    to,
    kind,
    subject,
    text,
    html,
    links: listLinks(html),
    created_at: created_at.toISOString(),
  }));
}

/** The distinct URLs of a message's links. */
function listLinks(html: string): string[] {
  const links = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, link = ""]) =>
    link.replaceAll("&amp;", "&"),
  );
  return [...new Set(links)];
}

/** The fields of a place that name a study which the school year does not have. */
export async function listUnknownStudies(schoolYearId: number, place: Partial<Place>): Promise<FieldIssue[]> {
  const { specialityId = null, syllabusId = null } = place;
  const isKnown = (study: Partial<Place>) => isKnownPlace({ schoolYearId }, { ...NO_PLACE, ...study });
  return [
    ...((await isKnown({ specialityId })) ? [] : [SPECIALITY_UNKNOWN]),
    ...((await isKnown({ syllabusId })) ? [] : [SYLLABUS_UNKNOWN]),
  ];
}

const SPECIALITY_UNKNOWN: FieldIssue = { field: "speciality_id", code: "speciality_unavailable" };
const SYLLABUS_UNKNOWN: FieldIssue = { field: "syllabus_id", code: "syllabus_unavailable" };

/** The school's first reason for a decision, if it needs one. */
export async function findReasonFor(to: NotifiedEnrollment["state"]): Promise<string | undefined> {
  return (await listOfferedReasons()).find(({ offeredFor }) => offeredFor.includes(to))?.code;
}

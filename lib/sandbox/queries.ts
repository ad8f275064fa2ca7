import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { listOfferedReasons } from "@/lib/decisions/reasons";
import type { NotifiedEnrollment } from "@/lib/enrollment/queries";
import { toEmailKey } from "@/lib/mail/addresses";
import type { MailKind } from "@/lib/mail/mail-kinds";
import type { MailPayload } from "@/lib/mail/transports";
import { prisma } from "@/lib/platform/database/prisma";
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

/** The school's first reason for a decision, if it needs one. */
export async function findReasonFor(to: NotifiedEnrollment["state"]): Promise<string | undefined> {
  return (await listOfferedReasons()).find(({ offeredFor }) => offeredFor.includes(to))?.code;
}

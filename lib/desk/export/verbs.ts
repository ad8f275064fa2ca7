import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import {
  type ExportFormat,
  type ExportRequest,
  type ExportSource,
  includesEverybody,
} from "@/lib/desk/export/queries";
import { toRecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, PermissionError, requirePermission } from "@/lib/people/staff/permissions";
import { looseVerb } from "@/lib/people/verb";
import { encrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { enqueueJob } from "@/lib/platform/jobs";
import { isUuid } from "@/lib/platform/schema";

/** What seals the words that an export searches for. */
export const getExportContext = (id: string) => new TextEncoder().encode(`export ${id}`);

const LASTS_MS = 24 * 3600 * 1000;

const asked = z.custom<ExportRequest>((given) => given instanceof Object && "source" in given);

/**
 * Asks the worker for a file; that it was asked for is recorded. One of everybody is an administrator's, with the
 * password typed anew (desk 5). Returns its id.
 */
export const requestExport = looseVerb(
  "list_exported",
  "export_list",
  asked,
  async ({ actor, now, inTransaction }, asked) => {
    if (await includesEverybody(asked.source)) requirePermission(actor, "export_everybody", now);
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    const { source, columns, format, locale } = asked;
    const id = randomUUID();
    const list =
      "bulkId" in source ? { bulkId: source.bulkId, filters: {}, sort: "oldest" } : listOf(id, source);
    await inTransaction(async ({ tx }) => {
      await tx.export.create({
        data: {
          id,
          memberId: actor.id,
          ...list,
          columns: columns.map(({ name }) => name),
          format,
          locale,
          createdAt: now,
          expiresAt: new Date(now.getTime() + LASTS_MS),
        },
        select: { id: true },
      });
      await enqueueJob(tx, "export", { exportId: id });
      await auditExport(tx, actor, asked);
    });
    return id;
  },
);

/** Which filters, and whether something was searched for: never the words. */
export async function auditExport(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { source, columns, format }: ExportRequest,
) {
  const what =
    "bulkId" in source ? { bulk: source.bulkId } : { ...source.filters, searched: source.words && "yes" };
  const values = Object.entries({ ...what, format, columns: columns.length }).map(
    ([name, value]) => [name, [null, value === undefined ? null : String(value)]] as const,
  );
  const year = "bulkId" in source ? undefined : source.filters.year;
  await writeAuditEntry(tx, {
    actor: toRecordedActor(actor),
    action: "list_exported",
    object: { kind: "school_year", id: year ?? "all" },
    values: Object.fromEntries(values) as Record<string, [null, string | null]>,
  });
}

/** Somebody's own exports of the last day, the newest first: nobody else sees them. */
export async function listOwnExports(actor: Actor, now: Date) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff") return [];
  return prisma().export.findMany({
    where: { memberId: actor.id, expiresAt: { gt: now } },
    orderBy: { createdAt: "desc" },
    select: {
      id: true,
      format: true,
      status: true,
      total: true,
      written: true,
      createdAt: true,
      expiresAt: true,
    },
  });
}

/** What somebody chose for their last file; it outlasts the file. */
export async function findLastExportChoice(actor: Actor) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff") return null;
  return prisma().export.findFirst({
    where: { memberId: actor.id },
    orderBy: { createdAt: "desc" },
    select: { columns: true, format: true },
  });
}

/** A finished file of somebody's own; undefined for everybody else, and after a day. */
export async function readOwnExport(actor: Actor, id: string, now: Date) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff" || !isUuid(id)) return;
  const row = await prisma().export.findFirst({
    where: { id, memberId: actor.id, status: "ready", expiresAt: { gt: now } },
    select: { format: true },
  });
  return row ? { format: row.format as ExportFormat, pieces: piecesOf(id) } : undefined;
}

/** Forgets files after their day, but for what each member chose last; returns how many. */
export async function purgeExports(now: Date): Promise<number> {
  const expired = { expiresAt: { lt: now } };
  await prisma().exportPiece.deleteMany({ where: { export: expired } });
  await prisma().export.updateMany({
    where: expired,
    data: { filters: {}, search: null, bulkId: null },
  });
  return prisma().$executeRaw`
    delete from exports e where e.expires_at < ${now} and exists (
      select 1 from exports later where later.member_id = e.member_id and later.created_at > e.created_at)`;
}

function listOf(id: string, { filters, sort, words }: Exclude<ExportSource, { bulkId: string }>) {
  return { filters, sort, search: words ? new Uint8Array(encrypt(words, getExportContext(id))) : null };
}

async function* piecesOf(exportId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const piece = await prisma().exportPiece.findUnique({
      where: { exportId_position: { exportId, position } },
      select: { content: true },
    });
    if (!piece) return;
    yield piece.content;
  }
}

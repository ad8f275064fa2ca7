import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type ExportFormat, type ExportSource, includesEverybody } from "@/lib/desk/export/queries";
import type { Locale } from "@/lib/i18n/locales";
import { toRecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, PermissionError, requirePermission } from "@/lib/people/staff/permissions";
import { looseVerb } from "@/lib/people/verb";
import { encrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { enqueueJob } from "@/lib/platform/jobs";
import { isUuid } from "@/lib/platform/schema";
import type { ExportColumn } from "./columns";

export type ExportRequest = {
  source: ExportSource;
  columns: ExportColumn[];
  format: ExportFormat;
  /** Language of headings and values; without it names and codes for programs. */
  locale?: Locale | undefined;
};

/** Context of the encrypted search of an export. */
export const getExportContext = (id: string) => new TextEncoder().encode(`export ${id}`);

const LASTS_MS = 24 * 3600 * 1000;

const asked = z.custom<ExportRequest>((given) => given instanceof Object && "source" in given);

/**
 * Queues an export and records it. An export of everybody needs an administrator and the password (desk 5). Returns its
 * id.
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

/** Records the filters and whether there was a search, never its words. */
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

/** The member's exports of the last day, newest first. */
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

/** The member's last selection, kept longer than the file. */
export async function findLastExportChoice(actor: Actor) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff") return null;
  return prisma().export.findFirst({
    where: { memberId: actor.id },
    orderBy: { createdAt: "desc" },
    select: { columns: true, format: true },
  });
}

/** The member's finished file; undefined for others and after a day. */
export async function readOwnExport(actor: Actor, id: string, now: Date) {
  requirePermission(actor, "export_list");
  if (actor.kind !== "staff" || !isUuid(id)) return;
  const row = await prisma().export.findFirst({
    where: { id, memberId: actor.id, status: "ready", expiresAt: { gt: now } },
    select: { format: true },
  });
  return row ? { format: row.format as ExportFormat, pieces: piecesOf(id) } : undefined;
}

/** Deletes expired files, but keeps each member's last selection; returns how many. */
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

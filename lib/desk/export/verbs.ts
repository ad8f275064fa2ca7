import { randomUUID } from "node:crypto";
import type { JobWithMetadata } from "pg-boss";
import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type ExportColumn, pickColumns } from "@/lib/desk/export/columns";
import {
  type ExportFormat,
  type ExportSource,
  includesEverybody,
  writeExportFile,
} from "@/lib/desk/export/queries";
import type { Filters, Sort } from "@/lib/desk/list/filters";
import { createListCondition } from "@/lib/desk/list/queries";
import { countMatching } from "@/lib/desk/list/sort-order";
import { type Locale, locales } from "@/lib/i18n/locales";
import { toRecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, PermissionError, requirePermission } from "@/lib/people/staff/permissions";
import { findActor } from "@/lib/people/staff/sessions";
import { looseVerb } from "@/lib/people/verb";
import { decrypt, encrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { enqueueJob } from "@/lib/platform/jobs";
import { errorFields, logger } from "@/lib/platform/logger";

export type ExportRequest = {
  source: ExportSource;
  columns: ExportColumn[];
  format: ExportFormat;
  /** Language of headings and values; without it names and codes for programs. */
  locale?: Locale | undefined;
};

/** Context of the encrypted search of an export. */
const getExportContext = (id: string) => new TextEncoder().encode(`export ${id}`);

const LIFETIME_MS = 24 * 3600 * 1000;

const exportRequestSchema = z.custom<ExportRequest>((input) => input instanceof Object && "source" in input);

/**
 * Queues an export and records it. An export of everybody needs an administrator and the password (desk 5). Returns its
 * id.
 */
export const requestExport = looseVerb(
  "list_exported",
  "export_list",
  exportRequestSchema,
  async ({ actor, now, inTransaction }, request) => {
    if (await includesEverybody(request.source)) requirePermission(actor, "export_everybody", now);
    if (actor.kind !== "staff") throw new PermissionError("no_right");
    const { source, columns, format, locale } = request;
    const id = randomUUID();
    const list =
      "bulkId" in source ? { bulkId: source.bulkId, filters: {}, sort: "oldest" } : toListColumns(id, source);
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
          expiresAt: new Date(now.getTime() + LIFETIME_MS),
        },
        select: { id: true },
      });
      await enqueueJob(tx, "export", { exportId: id });
      await auditExport(tx, actor, request);
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
  const audited =
    "bulkId" in source ? { bulk: source.bulkId } : { ...source.filters, searched: source.words && "yes" };
  const values = Object.entries({ ...audited, format, columns: columns.length }).map(
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

/** Deletes expired files, but keeps each member's last selection; returns how many. */
export async function purgeExports(now: Date): Promise<number> {
  const expired = { expiresAt: { lt: now } };
  await prisma().exportPiece.deleteMany({ where: { export: expired } });
  await prisma().export.updateMany({ where: expired, data: { filters: {}, search: null, bulkId: null } });
  return prisma().$executeRaw`
    delete from exports e where e.expires_at < ${now} and exists (
      select 1 from exports later where later.member_id = e.member_id and later.created_at > e.created_at)`;
}

function toListColumns(id: string, { filters, sort, words }: Exclude<ExportSource, { bulkId: string }>) {
  return { filters, sort, search: words ? new Uint8Array(encrypt(words, getExportContext(id))) : null };
}

const PIECE_BYTES = 1_000_000;

/** Creates a queued file from the beginning. The last start wins: a worker that was replaced stops. */
export async function makeExport(id: string): Promise<void> {
  const claim = randomUUID();
  const { count } = await prisma().export.updateMany({
    where: { id, status: { in: ["queued", "making"] } },
    data: { claim, status: "making", written: 0 },
  });
  if (count === 0) return;
  const row = await prisma().export.findUniqueOrThrow({ where: { id } });
  const actor = await findActor(row.memberId);
  const source = toExportSource(row);
  if (!actor || !source) return settle(id, claim, "failed");

  await prisma().exportPiece.deleteMany({ where: { exportId: id } });
  const total = await countExportRows(source);
  const saveProgress = async (written: number) =>
    (await prisma().export.updateMany({ where: { id, claim }, data: { total, written } })).count === 1;
  let written = 0;
  const request = {
    source,
    columns: pickColumns(row.columns),
    format: row.format as ExportFormat,
    locale: locales.find((candidate) => candidate === row.locale),
  };
  let position = 0;
  for await (const content of joinPieces(writeExportFile(actor, request, (rows) => (written = rows)))) {
    if (!(await saveProgress(written))) return;
    await prisma().exportPiece.create({
      data: { exportId: id, position: position++, content },
      select: { position: true },
    });
  }
  await saveProgress(written);
  await settle(id, claim, "ready");
}

/** Marks files without a job as failed; returns how many. */
export const failAbandonedExports = (now: Date): Promise<number> => prisma().$executeRaw`
  update exports x set status = 'failed', ready_at = ${now}, claim = null
  where x.status in ('queued', 'making') and not exists (
    select from pgboss.job j
    where j.name = 'export' and j.state in ('created', 'retry', 'active') and j.data ->> 'exportId' = x.id::text)`;

type StoredExport = {
  id: string;
  bulkId: string | null;
  filters: unknown;
  sort: string;
  search: Uint8Array | null;
};

const failExport = (id: string) =>
  prisma().export.updateMany({ where: { id, status: "making" }, data: { status: "failed" } });

async function settle(id: string, claim: string, status: "ready" | "failed") {
  await prisma().export.updateMany({
    where: { id, claim },
    data: { status, readyAt: new Date(), claim: null },
  });
}

/** Undefined when the key of the encrypted search is missing. */
function toExportSource({ id, bulkId, filters, sort, search }: StoredExport): ExportSource | undefined {
  if (bulkId) return { bulkId };
  const words = search ? decrypt(search, getExportContext(id)) : undefined;
  return search && !words ? undefined : { filters: filters as Filters, sort: sort as Sort, words };
}

/** Joins small chunks, so that a file needs few rows. */
async function* joinPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let collected: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of chunks) {
    collected.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield new Uint8Array(Buffer.concat(collected));
    [collected, bytes] = [[], 0];
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(collected));
}

export async function runExport({ data, retryCount, retryLimit }: JobWithMetadata<{ exportId: string }>) {
  try {
    await makeExport(data.exportId);
  } catch (error) {
    logger.error({ exportId: data.exportId, error: errorFields(error) }, "an export failed");
    if (retryCount >= retryLimit) await failExport(data.exportId);
    throw error;
  }
}

async function countExportRows(source: ExportSource): Promise<number> {
  if ("bulkId" in source) return prisma().bulkRow.count({ where: { bulkId: source.bulkId } });
  return countMatching(await createListCondition(source.filters, source.words));
}

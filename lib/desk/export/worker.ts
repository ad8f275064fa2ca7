import { randomUUID } from "node:crypto";
import type { JobWithMetadata } from "pg-boss";
import { type ExportFormat, type ExportSource, writeExportFile } from "@/lib/desk/export/queries";
import { getExportContext } from "@/lib/desk/export/verbs";
import type { Filters, Sort } from "@/lib/desk/list/filters";
import { createListCondition } from "@/lib/desk/list/queries";
import { countMatching } from "@/lib/desk/list/sort-order";
import { locales } from "@/lib/i18n/locales";
import { findActor } from "@/lib/people/staff/sessions";
import { decrypt } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { errorFields, logger } from "@/lib/platform/logger";
import { pickColumns } from "./columns";

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
  const source = sourceOf(row);
  if (!actor || !source) return settle(id, claim, "failed");

  await prisma().exportPiece.deleteMany({ where: { exportId: id } });
  const total = await countExportRows(source);
  const progress = async (written: number) =>
    (await prisma().export.updateMany({ where: { id, claim }, data: { total, written } })).count === 1;
  let written = 0;
  const asked = {
    source,
    columns: pickColumns(row.columns),
    format: row.format as ExportFormat,
    locale: locales.find((known) => known === row.locale),
  };
  let position = 0;
  for await (const content of pieces(writeExportFile(actor, asked, (rows) => (written = rows)))) {
    if (!(await progress(written))) return;
    await prisma().exportPiece.create({
      data: { exportId: id, position: position++, content },
      select: { position: true },
    });
  }
  await progress(written);
  await settle(id, claim, "ready");
}

/** Marks files without a job as failed; returns how many. */
export const failAbandonedExports = (now: Date): Promise<number> => prisma().$executeRaw`
  update exports x set status = 'failed', ready_at = ${now}, claim = null
  where x.status in ('queued', 'making') and not exists (
    select from pgboss.job j
    where j.name = 'export' and j.state in ('created', 'retry', 'active') and j.data ->> 'exportId' = x.id::text)`;

type Stored = {
  id: string;
  bulkId: string | null;
  filters: unknown;
  sort: string;
  search: Uint8Array | null;
};

/** Marks an export as failed after the last attempt. */
const failExport = (id: string) =>
  prisma().export.updateMany({ where: { id, status: "making" }, data: { status: "failed" } });

async function settle(id: string, claim: string, status: "ready" | "failed") {
  await prisma().export.updateMany({
    where: { id, claim },
    data: { status, readyAt: new Date(), claim: null },
  });
}

/** Undefined when the key of the encrypted search is missing. */
function sourceOf({ id, bulkId, filters, sort, search }: Stored): ExportSource | undefined {
  if (bulkId) return { bulkId };
  const words = search ? decrypt(search, getExportContext(id)) : undefined;
  return search && !words ? undefined : { filters: filters as Filters, sort: sort as Sort, words };
}

/** Joins small chunks, so that a file needs few rows. */
async function* pieces(small: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of small) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield new Uint8Array(Buffer.concat(waiting));
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(waiting));
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

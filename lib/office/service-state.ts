import { statfs } from "node:fs/promises";
import { getMailInterruption } from "@/lib/mail/hold";
import { toRecordedActor, writeAuditEntry } from "@/lib/people/audit";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import type { DoctorResult } from "@/lib/platform/doctor";
import { env } from "@/lib/platform/env";
import { readLastHeartbeat } from "@/lib/platform/heartbeat";
import { getPool, prisma } from "@/lib/platform/prisma";
import { runReadinessChecks } from "@/lib/platform/readiness";
import { VERSION } from "@/lib/platform/version";
import { findWriteFailure } from "@/lib/platform/write-check";
import { readDoctorStatus } from "./service-doctor";
import { readCertificateStatus, readPageStatus, readWebhookStatus } from "./service-outside";

/** How a part of the service is: it works, it wants somebody soon, it stands still. */
export type ServiceLevel = "ok" | "slow" | "stopped";

/** What stands on the page of one part: its words are those of part and code, with the values. */
export type ServicePart = {
  part:
    | "database"
    | "mail"
    | "webhooks"
    | "pages"
    | "worker"
    | "disk"
    | "certificate"
    | "backup"
    | "version"
    | "doctor"
    | "other";
  level: ServiceLevel;
  code: string;
  values?: Record<string, string | number | Date>;
  /** What the doctor says in its own words, the worst first. */
  checks?: { at: Date; told: DoctorResult[] };
};

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From when on a bound is near, or reached: as the doctor says it (server/doctor). */
const DISK = { stopped: 500 * MEGABYTE, slow: 2000 * MEGABYTE };
const WORKER = { slow: 2 * MINUTE_MS, stopped: 5 * MINUTE_MS };
const MAIL_WAITS_MS = 15 * MINUTE_MS;
const BACKUP_MS = 36 * HOUR_MS;

/**
 * How the service is, part by part, what stands still first, and what the doctor says of it. Nothing personal
 * stands in it.
 *
 * @throws StaffRefusal
 */
export async function readServiceStatus(actor: Actor, now: Date): Promise<ServicePart[]> {
  requirePermission(actor, "change_settings");
  const parts = await Promise.all([
    database(),
    mail(now),
    ...(await readWebhookStatus()),
    ...(await readPageStatus()),
    worker(),
    disk(),
    ...(await readCertificateStatus(now)),
    backup(now),
    version(),
    ...(await readDoctorStatus(now)),
    ...(await others()),
  ]);
  const order: ServiceLevel[] = ["stopped", "slow", "ok"];
  return parts.sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level));
}

async function database(): Promise<ServicePart> {
  const trouble = await findWriteFailure();
  if (trouble) return { part: "database", level: "stopped", code: "stopped", values: { code: trouble } };
  const { rows } = await getPool().query<{ bytes: number }>(
    "select pg_database_size(current_database())::float8 as bytes",
  );
  return {
    part: "database",
    level: "ok",
    code: "ok",
    values: { megabytes: (rows[0]?.bytes ?? 0) / MEGABYTE },
  };
}

async function mail(now: Date): Promise<ServicePart> {
  const [stop, { rows }] = await Promise.all([
    getMailInterruption(),
    getPool().query<{ waiting: number; oldest: Date | null; failed: number }>(
      `select count(*) filter (where state = 'queued')::int as waiting,
              min(created_at) filter (where state = 'queued') as oldest,
              count(*) filter (where state in ('failed', 'bounced') and created_at > $1)::int as failed
       from mail_messages where state = 'queued' or created_at > $1`,
      [new Date(now.getTime() - 7 * 24 * HOUR_MS)],
    ),
  ]);
  const { waiting = 0, oldest = null, failed = 0 } = rows[0] ?? {};
  if (stop) return { part: "mail", level: "stopped", code: stop.why, values: { since: stop.since, waiting } };
  const late = oldest !== null && now.getTime() - oldest.getTime() > MAIL_WAITS_MS;
  return { part: "mail", level: late ? "slow" : "ok", code: "counts", values: { waiting, failed } };
}

async function worker(): Promise<ServicePart> {
  const last = await readLastHeartbeat();
  if (!last) return { part: "worker", level: "slow", code: "none" };
  const level = last.agoMs > WORKER.stopped ? "stopped" : last.agoMs > WORKER.slow ? "slow" : "ok";
  return { part: "worker", level, code: level === "ok" ? "ok" : "silent", values: { at: last.at } };
}

async function disk(): Promise<ServicePart> {
  const { bavail, blocks, bsize } = await statfs(env.DATA_DIR).catch(() => statfs(".")); // nothing was kept there yet
  const free = bavail * bsize;
  const level = free < DISK.stopped ? "stopped" : free < DISK.slow ? "slow" : "ok";
  return {
    part: "disk",
    level,
    code: "free",
    values: { free: free / GIGABYTE, size: (blocks * bsize) / GIGABYTE },
  };
}

/** The last one that this service's command made; another program's is not seen. */
async function backup(now: Date): Promise<ServicePart> {
  const last = await prisma().auditEntry.findFirst({
    where: { objectKind: "school", objectId: "backup", action: "backup_made" },
    orderBy: { id: "desc" },
    select: { at: true },
  });
  if (!last) return { part: "backup", level: "slow", code: "none" };
  const old = now.getTime() - last.at.getTime() > BACKUP_MS;
  return { part: "backup", level: old ? "slow" : "ok", code: "at", values: { at: last.at } };
}

const version = (): ServicePart => ({
  part: "version",
  level: "ok",
  code: "ok",
  values: { version: VERSION, node: process.versions.node },
});

/** What else `/readyz` calls degraded, in its own words. */
async function others(): Promise<ServicePart[]> {
  const { mail: _, worker: __, ...rest } = await runReadinessChecks();
  return Object.entries(rest).map(([name, words]) => ({
    part: "other",
    level: "slow",
    code: "says",
    values: { name, words },
  }));
}

/** Leaves in the record that everything was written into a file, and how large it is. */
export const auditBackup = (bytes: number): Promise<void> =>
  prisma().$transaction((tx) =>
    writeAuditEntry(tx, {
      actor: toRecordedActor({ kind: "command" }),
      action: "backup_made",
      object: { kind: "school", id: "backup" },
      values: { bytes: [null, bytes] },
    }),
  );

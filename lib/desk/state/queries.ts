import { statfs } from "node:fs/promises";
import { getMailInterruption } from "@/lib/mail/pause";
import { toRecordedActor, writeAuditEntry } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import type { CheckResult } from "@/lib/platform/check-result";
import { type DoctorResult, fetchCertificate, RENEWAL_DAYS, runDoctor } from "@/lib/platform/checks";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env, VERSION } from "@/lib/platform/env";
import { findWriteFailure, runReadinessChecks } from "@/lib/platform/health";
import { readLastHeartbeat } from "@/lib/platform/heartbeat";
import { renderMetrics } from "@/lib/platform/metrics";

const BUCKET = /^matricula_http_request_duration_seconds_bucket\{(.*)\} (\d+)$/gm;

/** The level of the worst finding; `unknown` without an answer. */
type CheckLevel = CheckResult["level"] | "unknown";

const WORST_FIRST: CheckLevel[] = ["wrong", "warning", "unknown", "ok"];

export const getCheckLevel = ({ results }: DoctorResult): CheckLevel =>
  Array.isArray(results)
    ? (WORST_FIRST.find((level) => results.some((result) => result.level === level)) ?? "ok")
    : "unknown";

/** It works, it needs attention soon, it does not work. */
type ServiceLevel = "ok" | "slow" | "stopped";

/** Its texts are those of part and code, with the values. */
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
  /** The doctor's findings, worst first. */
  doctor?: { startedAt: Date; checks: DoctorResult[] };
};

/** As MatriculaSlow in deploy/alerts.yml. */
const SLOW_SECONDS = 1;
/** The first pages after a start are slower. */
const MIN_PAGES = 100;
const DAY_MS = 24 * 3600 * 1000;

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Thresholds as in server/doctor. */
const DISK = { stopped: 500 * MEGABYTE, slow: 2000 * MEGABYTE };
const WORKER = { slow: 2 * MINUTE_MS, stopped: 5 * MINUTE_MS };
const MAIL_WAITS_MS = 15 * MINUTE_MS;
const BACKUP_MS = 36 * HOUR_MS;

/**
 * The state of the service by part, stopped parts first, with the doctor's findings and without personal data.
 * @throws PermissionError
 */
export async function readServiceStatus(actor: Actor, now: Date): Promise<ServicePart[]> {
  requirePermission(actor, "change_settings");
  const parts = await Promise.all([
    readDatabaseStatus(),
    readMailStatus(now),
    ...(await readWebhookStatus()),
    ...(await readPageStatus()),
    readWorkerStatus(),
    readDiskStatus(),
    ...(await readCertificateStatus(now)),
    readBackupStatus(now),
    getVersionStatus(),
    ...(await readDoctorStatus(now)),
    ...(await listOtherProblems()),
  ]);
  const order: ServiceLevel[] = ["stopped", "slow", "ok"];
  return parts.sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

export const auditBackup = (bytes: number): Promise<void> =>
  prisma().$transaction((tx) =>
    writeAuditEntry(tx, {
      actor: toRecordedActor({ kind: "command" }),
      action: "backup_made",
      object: { kind: "school", id: "backup" },
      values: { bytes: [null, bytes] },
    }),
  );

/** The doctor's findings (server/doctor), without checks that found nothing. */
async function readDoctorStatus(now: Date): Promise<ServicePart[]> {
  const run = await runDoctor(now);
  if (!run) return [];
  const rank = (check: DoctorResult) => WORST_FIRST.indexOf(getCheckLevel(check));
  const checks = run.checks.filter(({ results }) => results.length > 0).sort((a, b) => rank(a) - rank(b));
  const count = (level: CheckResult["level"]) =>
    checks
      .flatMap(({ results }) => (Array.isArray(results) ? results : []))
      .filter((one) => one.level === level).length;
  const values = { wrong: count("wrong"), warnings: count("warning") };
  const level = values.wrong + values.warnings > 0 ? "slow" : "ok";
  return [{ part: "doctor", level, code: "says", values, doctor: { startedAt: run.startedAt, checks } }];
}

/** Webhook deliveries outside of sandboxes; empty without endpoints. */
async function readWebhookStatus(): Promise<ServicePart[]> {
  const { rows } = await getPool().query<{ count: number; off: number; since: Date | null; waiting: number }>(
    `select count(*)::int as count,
       count(*) filter (where p.off_reason = 'failing')::int as off,
       min(p.failing_since) filter (where p.off_at is null) as since,
       coalesce(sum((select count(*) from webhook_deliveries d
         where d.endpoint_id = p.id and d.state = 'pending')), 0)::int as waiting
     from webhook_endpoints p join api_keys k on k.id = p.api_key_id
     where k.revoked_at is null and k.prefix not like 'mat\\_test\\_%'`,
  );
  const { count = 0, off = 0, since = null, waiting = 0 } = rows[0] ?? {};
  if (count === 0) return [];
  if (off > 0) return [{ part: "webhooks", level: "stopped", code: "off", values: { off } }];
  if (since) return [{ part: "webhooks", level: "slow", code: "failing", values: { since, waiting } }];
  return [{ part: "webhooks", level: "ok", code: "ok", values: { count, waiting } }];
}

/** Page times since this machine was started. */
async function readPageStatus(): Promise<ServicePart[]> {
  const quantiles = await getPageQuantiles([0.5, 0.95]);
  if (!quantiles) return [];
  const [median = 0, percentile95 = 0] = quantiles.seconds;
  const level = percentile95 > SLOW_SECONDS && quantiles.pages >= MIN_PAGES ? "slow" : "ok";
  return [{ part: "pages", level, code: "took", values: { half: median * 1000, most: percentile95 * 1000 } }];
}

async function readCertificateStatus(now: Date): Promise<ServicePart[]> {
  if (!env.APP_URL?.startsWith("https:")) return [];
  const certificate = await fetchCertificate(new URL(env.APP_URL));
  if (!certificate) return [{ part: "certificate", level: "slow", code: "unseen" }];
  const { expiresAt, error } = certificate;
  if (error) return [{ part: "certificate", level: "stopped", code: "refused", values: { code: error } }];
  const level = expiresAt.getTime() - now.getTime() < RENEWAL_DAYS * DAY_MS ? "slow" : "ok";
  return [{ part: "certificate", level, code: "until", values: { at: expiresAt } }];
}

async function readDatabaseStatus(): Promise<ServicePart> {
  const failure = await findWriteFailure();
  if (failure) return { part: "database", level: "stopped", code: "stopped", values: { code: failure } };
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

async function readMailStatus(now: Date): Promise<ServicePart> {
  const [pause, { rows }] = await Promise.all([
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
  if (pause)
    return { part: "mail", level: "stopped", code: pause.reason, values: { since: pause.since, waiting } };
  const isLate = oldest !== null && now.getTime() - oldest.getTime() > MAIL_WAITS_MS;
  return { part: "mail", level: isLate ? "slow" : "ok", code: "counts", values: { waiting, failed } };
}

async function readWorkerStatus(): Promise<ServicePart> {
  const last = await readLastHeartbeat();
  if (!last) return { part: "worker", level: "slow", code: "none" };
  const level = last.agoMs > WORKER.stopped ? "stopped" : last.agoMs > WORKER.slow ? "slow" : "ok";
  return { part: "worker", level, code: level === "ok" ? "ok" : "silent", values: { at: last.at } };
}

async function readDiskStatus(): Promise<ServicePart> {
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

/** The last backup by this service's command; others are unknown. */
async function readBackupStatus(now: Date): Promise<ServicePart> {
  const last = await prisma().auditEntry.findFirst({
    where: { objectKind: "school", objectId: "backup", action: "backup_made" },
    orderBy: { id: "desc" },
    select: { at: true },
  });
  if (!last) return { part: "backup", level: "slow", code: "none" };
  const isOld = now.getTime() - last.at.getTime() > BACKUP_MS;
  return { part: "backup", level: isOld ? "slow" : "ok", code: "at", values: { at: last.at } };
}

const getVersionStatus = (): ServicePart => ({
  part: "version",
  level: "ok",
  code: "ok",
  values: { version: VERSION, node: process.versions.node },
});

/** Other reasons of `degraded` in `/readyz`. */
async function listOtherProblems(): Promise<ServicePart[]> {
  const { mail: _, worker: __, ...rest } = await runReadinessChecks();
  return Object.entries(rest).map(([name, text]) => ({
    part: "other",
    level: "slow",
    code: "says",
    values: { name, words: text },
  }));
}

/**
 * Quantiles of the seconds in which this machine's pages were answered since its start, interpolated within a bucket
 * as Prometheus does; undefined before the first page.
 */
async function getPageQuantiles(shares: number[]): Promise<{ pages: number; seconds: number[] } | undefined> {
  const counts = new Map<number, number>();
  for (const [, labels = "", count] of (await renderMetrics()).matchAll(BUCKET)) {
    const [, bound = ""] = /le="([^"]+)"/.exec(labels) ?? [];
    if (/route="\/api\//.test(labels)) continue;
    const seconds = bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound);
    counts.set(seconds, (counts.get(seconds) ?? 0) + Number(count));
  }
  const buckets = [...counts].sort(([a], [b]) => a - b);
  const total = buckets.at(-1)?.[1] ?? 0;
  return total === 0
    ? undefined
    : { pages: total, seconds: shares.map((share) => interpolateQuantile(buckets, share * total)) };
}

/** Beyond the last bound: at least that bound. */
function interpolateQuantile(buckets: [seconds: number, count: number][], rank: number): number {
  const index = buckets.findIndex(([, count]) => count >= rank);
  const [[bound, count], [from, below]] = [buckets[index] ?? [0, 0], buckets[index - 1] ?? [0, 0]];
  return Number.isFinite(bound) ? from + ((bound - from) * (rank - below)) / (count - below) : from;
}

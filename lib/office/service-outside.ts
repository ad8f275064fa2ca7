import { fetchCertificate, RENEWAL_DAYS } from "@/lib/platform/certificate";
import { env } from "@/lib/platform/env";
import { getPageQuantiles } from "@/lib/platform/metrics";
import { getPool } from "@/lib/platform/prisma";
import type { ServicePart } from "./service-state";

/** As MatriculaSlow says it (deploy/alerts.yml). */
const SLOW_SECONDS = 1;
/** The first pages after a start take longer than any other. */
const ENOUGH_PAGES = 100;
const DAY_MS = 24 * 3600 * 1000;

/** What other programs are told, testers aside: nothing where nobody asked for it. */
export async function readWebhookStatus(): Promise<ServicePart[]> {
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

/** How long pages took since this machine was started. */
export async function readPageStatus(): Promise<ServicePart[]> {
  const taken = await getPageQuantiles([0.5, 0.95]);
  if (!taken) return [];
  const [half = 0, most = 0] = taken.seconds;
  const level = most > SLOW_SECONDS && taken.pages >= ENOUGH_PAGES ? "slow" : "ok";
  return [{ part: "pages", level, code: "took", values: { half: half * 1000, most: most * 1000 } }];
}

/** The certificate that families' browsers are shown. */
export async function readCertificateStatus(now: Date): Promise<ServicePart[]> {
  if (!env.APP_URL?.startsWith("https:")) return [];
  const found = await fetchCertificate(new URL(env.APP_URL));
  if (!found) return [{ part: "certificate", level: "slow", code: "unseen" }];
  const { until, refused } = found;
  if (refused) return [{ part: "certificate", level: "stopped", code: "refused", values: { code: refused } }];
  const level = until.getTime() - now.getTime() < RENEWAL_DAYS * DAY_MS ? "slow" : "ok";
  return [{ part: "certificate", level, code: "until", values: { at: until } }];
}

import type { PgBoss } from "pg-boss";
import { purgeAccountLimits } from "@/lib/accounts/limits";
import { purgeSessions } from "@/lib/accounts/purge";
import { forgetInputs } from "@/lib/desk/bulk/forget-inputs";
import { purgeBulk } from "@/lib/desk/bulk/select";
import { failAbandoned } from "@/lib/desk/export/make";
import { purgeExports } from "@/lib/desk/export/request";
import { purgeIdempotencyRecords } from "@/lib/enrollment/idempotency";
import { purgeEvents } from "@/lib/events/purge";
import { purgeDrafts } from "@/lib/form/server/draft";
import { errorFields, logger } from "@/lib/logger";
import { purgeMailbox } from "@/lib/mail/mailbox";
import { rescueStranded } from "@/lib/mail/outbox";
import { purgeMail } from "@/lib/mail/purge";
import { finishErasures } from "@/lib/privacy/erase";
import type { QueueName } from "@/lib/queues";
import { purgeBrowsers } from "@/lib/sandbox/browsers";
import { forgetEndedKeys } from "@/lib/sandbox/forget";
import { resealSecrets } from "@/lib/staff/factor-secret";
import { purgeHeld } from "@/lib/staff/held";
import { purgeStaffSessions } from "@/lib/staff/sessions";
import { purgeWebhooks } from "@/lib/webhooks/purge";
import { resealSecrets as resealWebhookSecrets } from "@/lib/webhooks/secret";
import { purgeWriteChecks } from "@/lib/write-check";

/** What is cleared away from time to time; each returns how many rows went. Add yours here. */
const purges: Record<string, (now: Date) => Promise<number>> = {
  "idempotency records": purgeIdempotencyRecords,
  drafts: purgeDrafts,
  sessions: purgeSessions,
  "staff sessions": purgeStaffSessions,
  "held forms": purgeHeld,
  "second factors to seal": resealSecrets,
  "bulk drafts": purgeBulk,
  "bulk inputs": forgetInputs,
  exports: purgeExports,
  "exports left alone": failAbandoned,
  "erasures to finish": finishErasures,
  "account limits": purgeAccountLimits,
  "mail tokens and events": purgeMail,
  "stranded messages": rescueStranded,
  "mailbox messages": purgeMailbox,
  "webhook secrets to seal": resealWebhookSecrets,
  events: purgeEvents,
  "webhook attempts": purgeWebhooks,
  "sandbox browsers": purgeBrowsers,
  "ended test keys": forgetEndedKeys,
  "write checks": purgeWriteChecks,
};

const QUEUE = "maintenance" satisfies QueueName;

/** Runs every purge once an hour, in one process of all that work. */
export async function workOnMaintenance(boss: PgBoss): Promise<void> {
  await boss.schedule(QUEUE, "17 * * * *");
  await boss.work(QUEUE, { pollingIntervalSeconds: 30 }, () => purgeAll(new Date()));
}

/** One purge's failure does not keep the others from running. */
export async function purgeAll(now: Date) {
  for (const [name, purge] of Object.entries(purges)) {
    try {
      logger.info({ purge: name, rows: await purge(now) }, "purged");
    } catch (error) {
      logger.error({ purge: name, error: errorFields(error) }, "not purged");
    }
  }
}

import type { PgBoss } from "pg-boss";
import { purgeRounds } from "@/lib/admission/purge";
import { notifyPendingClaims } from "@/lib/admission/tell-unchecked";
import { purgeCallCounts } from "@/lib/api/key-usage";
import { purgeIdempotencyRecords } from "@/lib/enrollment/idempotency";
import { purgeEvents } from "@/lib/events/purge";
import { purgeWebhooks } from "@/lib/events/webhooks/purge";
import { reencryptSecrets as resealWebhookSecrets } from "@/lib/events/webhooks/secret";
import { purgeDrafts } from "@/lib/form/server/draft";
import { purgeMailbox } from "@/lib/mail/mailbox";
import { recoverStrandedMessages } from "@/lib/mail/outbox";
import { purgeMail } from "@/lib/mail/purge";
import { purgeInputs } from "@/lib/office/bulk/forget-inputs";
import { purgeBulk } from "@/lib/office/bulk/select";
import { failAbandonedExports } from "@/lib/office/export/make";
import { purgeExports } from "@/lib/office/export/request";
import { notifyExpiringKeys } from "@/lib/office/keys/notify-end";
import { purgeSignIns } from "@/lib/people/purge";
import { reencryptFactorSecrets } from "@/lib/people/staff/factor-secret";
import { errorFields, logger } from "@/lib/platform/logger";
import type { QueueName } from "@/lib/platform/queues";
import { purgeWriteChecks } from "@/lib/platform/write-check";
import { finishErasures } from "@/lib/privacy/erase";
import { purgeBrowserSessions } from "@/lib/sandbox/browsers";
import { deleteExpiredTestKeys } from "@/lib/sandbox/forget";

/** What is cleared away from time to time; each returns how many rows went. Add yours here. */
const purges: Record<string, (now: Date) => Promise<number>> = {
  "idempotency records": purgeIdempotencyRecords,
  drafts: purgeDrafts,
  "sign-ins": purgeSignIns,
  "second factors to seal": reencryptFactorSecrets,
  "bulk drafts": purgeBulk,
  "bulk inputs": purgeInputs,
  exports: purgeExports,
  "exports left alone": failAbandonedExports,
  "erasures to finish": finishErasures,
  "mail tokens and events": purgeMail,
  "stranded messages": recoverStrandedMessages,
  "mailbox messages": purgeMailbox,
  "webhook secrets to seal": resealWebhookSecrets,
  events: purgeEvents,
  "webhook attempts": purgeWebhooks,
  "calls of keys": purgeCallCounts,
  "keys that end soon, told": notifyExpiringKeys,
  "rounds whose term is over": purgeRounds,
  "points that nobody has checked, told": notifyPendingClaims,
  "sandbox browsers": purgeBrowserSessions,
  "ended test keys": deleteExpiredTestKeys,
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

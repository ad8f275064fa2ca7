import type { PgBoss } from "pg-boss";
import { purgeRounds } from "@/lib/admission/purge";
import { tellUnchecked } from "@/lib/admission/tell-unchecked";
import { purgeCalls } from "@/lib/api/key-usage";
import { purgeIdempotencyRecords } from "@/lib/enrollment/idempotency";
import { purgeEvents } from "@/lib/events/purge";
import { purgeWebhooks } from "@/lib/events/webhooks/purge";
import { resealSecrets as resealWebhookSecrets } from "@/lib/events/webhooks/secret";
import { purgeDrafts } from "@/lib/form/server/draft";
import { purgeMailbox } from "@/lib/mail/mailbox";
import { rescueStranded } from "@/lib/mail/outbox";
import { purgeMail } from "@/lib/mail/purge";
import { forgetInputs } from "@/lib/office/bulk/forget-inputs";
import { purgeBulk } from "@/lib/office/bulk/select";
import { failAbandoned } from "@/lib/office/export/make";
import { purgeExports } from "@/lib/office/export/request";
import { notifyOfEnds } from "@/lib/office/keys/notify-end";
import { purgeSignIns } from "@/lib/people/purge";
import { resealSecrets } from "@/lib/people/staff/factor-secret";
import { errorFields, logger } from "@/lib/platform/logger";
import type { QueueName } from "@/lib/platform/queues";
import { purgeWriteChecks } from "@/lib/platform/write-check";
import { finishErasures } from "@/lib/privacy/erase";
import { purgeBrowsers } from "@/lib/sandbox/browsers";
import { forgetEndedKeys } from "@/lib/sandbox/forget";

/** What is cleared away from time to time; each returns how many rows went. Add yours here. */
const purges: Record<string, (now: Date) => Promise<number>> = {
  "idempotency records": purgeIdempotencyRecords,
  drafts: purgeDrafts,
  "sign-ins": purgeSignIns,
  "second factors to seal": resealSecrets,
  "bulk drafts": purgeBulk,
  "bulk inputs": forgetInputs,
  exports: purgeExports,
  "exports left alone": failAbandoned,
  "erasures to finish": finishErasures,
  "mail tokens and events": purgeMail,
  "stranded messages": rescueStranded,
  "mailbox messages": purgeMailbox,
  "webhook secrets to seal": resealWebhookSecrets,
  events: purgeEvents,
  "webhook attempts": purgeWebhooks,
  "calls of keys": purgeCalls,
  "keys that end soon, told": notifyOfEnds,
  "rounds whose term is over": purgeRounds,
  "points that nobody has checked, told": tellUnchecked,
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

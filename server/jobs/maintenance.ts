import { notifyPendingClaims, purgeRounds } from "@/lib/admission/worker";
import { purgeCallCounts } from "@/lib/api/request-log";
import { purgeInputs } from "@/lib/desk/bulk/queries";
import { purgeBulk } from "@/lib/desk/bulk/verbs";
import { failAbandonedExports, purgeExports } from "@/lib/desk/export/verbs";
import { notifyExpiringKeys } from "@/lib/desk/keys/verbs";
import { purgeIdempotencyRecords } from "@/lib/enrollment/enroll/idempotency";
import { purgeEvents } from "@/lib/events/worker";
import { purgeMailbox } from "@/lib/mail/mailbox";
import { purgeMail, recoverStrandedMessages } from "@/lib/mail/writes";
import { purgeSignIns } from "@/lib/people/accounts/sessions";
import { reencryptFactorSecrets } from "@/lib/people/staff/recovery-codes";
import { purgeWriteChecks } from "@/lib/platform/health";
import { errorFields, logger } from "@/lib/platform/logger";
import { finishErasures } from "@/lib/privacy/verbs";
import { runRetention } from "@/lib/privacy/worker";
import { deleteExpiredTestKeys, deleteIdleSandboxData, purgeBrowserSessions } from "@/lib/sandbox/writes";
import { reencryptSecrets as reencryptWebhookSecrets } from "@/lib/webhooks/secrets";
import { purgeWebhooks } from "@/lib/webhooks/worker";
import { purgeDrafts } from "@/lib/wizard/drafts/writes";

/** Each returns the number of rows. Add yours here. */
const purges: Record<string, (now: Date) => Promise<number>> = {
  "idempotency records": purgeIdempotencyRecords,
  drafts: purgeDrafts,
  "sign-ins": purgeSignIns,
  "re-encrypted second factors": reencryptFactorSecrets,
  "bulk drafts": purgeBulk,
  "bulk inputs": purgeInputs,
  exports: purgeExports,
  "abandoned exports": failAbandonedExports,
  "finished erasures": finishErasures,
  "mail tokens and events": purgeMail,
  "stranded messages": recoverStrandedMessages,
  "mailbox messages": purgeMailbox,
  "re-encrypted webhook secrets": reencryptWebhookSecrets,
  events: purgeEvents,
  "webhook attempts": purgeWebhooks,
  "calls of keys": purgeCallCounts,
  "notified expiring keys": notifyExpiringKeys,
  "expired rounds": purgeRounds,
  "notified unchecked points": notifyPendingClaims,
  "sandbox browsers": purgeBrowserSessions,
  "expired test keys": deleteExpiredTestKeys,
  "write checks": purgeWriteChecks,
};

export async function purgeAll(now: Date) {
  for (const [name, purge] of Object.entries(purges)) {
    try {
      logger.info({ purge: name, rows: await purge(now) }, "purged");
    } catch (error) {
      logger.error({ purge: name, error: errorFields(error) }, "not purged");
    }
  }
}

export async function deleteExpiredData(now: Date) {
  const sandboxes = await deleteIdleSandboxData(now);
  logger.info({ ...(await runRetention(now)), sandboxes }, "expired data deleted");
}

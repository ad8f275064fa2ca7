import { workOnTelling } from "@/lib/decisions/worker";
import { workOnBulk } from "@/lib/desk/bulk/worker";
import { workOnExports } from "@/lib/desk/export/worker";
import { workOnEvents } from "@/lib/events/worker";
import { startHeartbeat } from "@/lib/heartbeat";
import { workOnNotices } from "@/lib/mail/notices";
import { workOnMail } from "@/lib/mail/worker";
import { workOnWebhooks } from "@/lib/webhooks/worker";
import { startJobs } from "./jobs";
import { workOnMaintenance } from "./maintenance";
import { workOnRetention } from "./retention";

/** Starts what happens without anybody waiting for it: telling, events, webhooks, e-mails and purges; returns how to stop it. */
export async function startBackground(): Promise<() => Promise<void>> {
  const boss = await startJobs();
  await workOnMail(boss);
  await workOnWebhooks(boss);
  await workOnNotices(boss);
  await workOnMaintenance(boss);
  const stopBulk = await workOnBulk(boss);
  await workOnExports(boss);
  await workOnRetention(boss);
  const stopTelling = workOnTelling();
  const stopHeartbeat = await startHeartbeat();
  const stopEvents = workOnEvents();
  return async () => {
    stopHeartbeat();
    stopBulk();
    await stopTelling();
    await stopEvents();
    await boss.stop({ graceful: true, timeout: 15_000 });
  };
}

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
import { within } from "./within";

/** So long what is under way may take to end; what hangs longer is somebody else's after its heartbeat or its claim. */
const STOP_MS = 10_000;

/** Starts what happens without anybody waiting for it: telling, events, webhooks, e-mails and purges; returns how to stop it. */
export async function startBackground(): Promise<() => Promise<void>> {
  const boss = await startJobs();
  await workOnMail(boss);
  await workOnNotices(boss);
  await workOnMaintenance(boss);
  const stopBulk = await workOnBulk(boss);
  await workOnExports(boss);
  await workOnRetention(boss);
  const stopTelling = workOnTelling();
  const stopHeartbeat = await startHeartbeat(boss);
  const stopEvents = workOnEvents();
  const stopWebhooks = workOnWebhooks();
  return () => {
    stopHeartbeat();
    stopBulk();
    const jobs = boss.stop({ graceful: true, timeout: STOP_MS - 2_000 });
    return within(STOP_MS, Promise.all([stopTelling(), stopEvents(), stopWebhooks(), jobs]));
  };
}

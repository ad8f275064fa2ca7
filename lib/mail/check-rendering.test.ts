import { expect, test } from "vitest";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { runReadinessChecks } from "@/lib/platform/health";
import { registry } from "@/lib/platform/metrics";
import { getSettings } from "@/lib/school/settings";
import { startWorkers } from "@/server/jobs/workers";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { startAlertReceiver } from "@/test/support/servers/http-server";
import { checkRendering } from "./check-rendering";
import { registerMailMetrics } from "./worker";

await seedDemoSchool();

const isShown = async () => (await getSettings()).school_name;

test("messages that cannot be rendered are reported at a worker's start by alert, log, /readyz and metrics", async () => {
  const { url, alerts, close } = await startAlertReceiver();
  env.ALERT_URL = url;
  registerMailMetrics();
  await checkRendering();
  expect([await runReadinessChecks(), alerts]).toEqual([{}, []]);

  // As after an upgrade that no longer accepts stored data.
  const before = await isShown();
  await getPool().query(
    `insert into settings (key, value, updated_at) values ('time_zone', '"Europe/Nowhere"', now())
     on conflict (key) do update set value = excluded.value`,
  );
  await expect.poll(() => isShown().catch(() => "refused")).toBe("refused");
  const { stop } = startWorkers();
  await expect.poll(() => alerts.length).toBe(1);
  expect(alerts[0]).toMatch(/cannot render .*adult_student.*renewal_reminder.*time_zone/);
  expect(await runReadinessChecks()).toEqual({
    mail: expect.stringMatching(/^cannot render adult_student.*time_zone/),
  });
  expect(await registry.metrics()).toMatch(/^matricula_mail_unrendered 1$/m);
  await stop();

  await getPool().query("update settings set value = '\"Europe/Madrid\"' where key = 'time_zone'");
  await expect.poll(() => isShown().catch(() => undefined)).toBe(before);
  await checkRendering();
  expect([await runReadinessChecks(), alerts.length]).toEqual([{}, 1]);
  close();
});

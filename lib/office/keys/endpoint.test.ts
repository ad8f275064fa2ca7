import { expect, test } from "vitest";
import { findApiKeys } from "@/lib/api/api-keys";
import { prisma } from "@/lib/platform/prisma";
import { command } from "@/test/staff";
import { attempt, happens, integrateASchool, integrator, make, receiver, status } from "@/test/webhooks";
import { addEndpoint, pingEndpoint, removeEndpoint, renewEndpoint, replayEndpoint } from "./change-endpoint";
import { endpointsOf, showEndpoint } from "./show-endpoint";

integrateASchool();

const now = new Date();

test("desk 46: the desk sees what an endpoint was sent and answered, sends it anew, and each is in the record", async () => {
  const answers = [500, 500, 204, 204];
  const { url, heard } = await receiver((response) => status(answers.shift() ?? 204)(response));
  const { id } = await make(url);
  await happens();
  await attempt({ id, secret: "" });
  await prisma().webhookDelivery.updateMany({ where: { endpointId: id }, data: { state: "failed" } });

  const page = async (failed = false) => (await showEndpoint(command, id, { failed }, new Date())) as Shown;
  const [failed] = (await page(true)).deliveries;
  expect(failed).toMatchObject({
    type: "enrollment.created",
    state: "failed",
    event: heard[0]?.headers["webhook-id"],
    attempts: [{ status: 500, answer: "thanks" }],
  });
  expect((await page()).endpoint).toMatchObject({ url, failed: 1, failingSince: expect.any(Date) });

  expect(await replayEndpoint({ endpoint: id, event: failed?.event as string }, command)).toBe(1);
  await attempt({ id, secret: "" });
  await prisma().webhookDelivery.updateMany({ where: { endpointId: id }, data: { state: "failed" } });
  expect(await replayEndpoint({ endpoint: id }, command)).toBe(1); // all that failed
  await attempt({ id, secret: "" });
  await pingEndpoint({ endpoint: id }, command);
  await attempt({ id, secret: "" });
  expect((await page()).deliveries.map(({ type, state }) => [type, state])).toEqual([
    ["ping", "delivered"],
    ["enrollment.created", "delivered"],
  ]);
  const names = heard.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(names.slice(0, 3)).size).toBe(1); // the same event in every attempt

  expect(await renewEndpoint({ endpoint: id }, command)).toMatch(/^whsec_/);
  const { key } = await page();
  const secret = await addEndpoint({ id: key.id, url, events: ["mail.failed"] }, command);
  expect(secret).toMatch(/^whsec_/);
  expect(await endpointsOf(command, key.id, now)).toHaveLength(2);
  await removeEndpoint({ endpoint: id }, command);
  await expect(pingEndpoint({ endpoint: id }, command)).rejects.toMatchObject({ issues: [{ code: "gone" }] });
  expect(await showEndpoint(command, id, { failed: false }, now)).toBeUndefined();
  const entries = await prisma().auditEntry.findMany({
    where: { objectKind: "api_key", objectId: key.name },
    orderBy: { id: "asc" },
    select: { action: true, values: { select: { new: true } } },
  });
  const done = ["replayed", "replayed", "pinged", "renewed", "made", "removed"];
  const host = new URL(url).host;
  expect(entries).toEqual(done.map((what) => ({ action: `endpoint_${what}`, values: [{ new: host }] })));
});

type Shown = NonNullable<Awaited<ReturnType<typeof showEndpoint>>>;

test("desk 46: an address is refused in words as the API refuses it, a sixth one too", async () => {
  const id = (await findApiKeys(integrator.key))[0]?.id as number;
  const add = (url: string, events = ["mail.failed"]) => addEndpoint({ id, url, events }, command);
  await expect(add("gopher://x")).rejects.toMatchObject({
    issues: [{ field: "url", code: "invalid_value" }],
  });
  await expect(add("https://x.example/", [])).rejects.toMatchObject({
    issues: [{ field: "events", code: "required" }],
  });
  for (let made = 0; made < 5; made++) await add(`https://x.example/${made}`);
  await expect(add("https://x.example/6")).rejects.toMatchObject({ issues: [{ code: "endpoints_full" }] });
});

import pg from "pg";
import { expect, test } from "vitest";
import { purgeIdempotencyRecords } from "@/lib/enrollment/enroll/idempotency";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { getIdempotencyLockName } from "@/lib/platform/representation";
import { anAdult } from "@/test/support/data/factories";
import {
  client,
  createWebhookEndpoint,
  setUpWebhookApi,
  type WebhookEndpoint,
} from "@/test/support/domain/webhooks";
import { aKey } from "@/test/support/servers/api";

setUpWebhookApi();

const post = (path: string, body?: unknown, idempotencyKey: string = crypto.randomUUID()) =>
  client.api.send("POST", path, {
    headers: {
      Authorization: `Bearer ${client.key}`,
      "Idempotency-Key": idempotencyKey,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body,
  });
const replayed = "idempotency-replayed";
const body = { url: "https://a.example/", events: ["enrollment.created"] };
const enroll = async () =>
  String((await post("academic/adult_enrollment", anAdult())).headers["enrollment-reference"]);

test("creates one endpoint for two requests with the same Idempotency-Key, and returns the same secret", async () => {
  const first = await post("webhook_endpoints", body, "make it");
  const again = await post("webhook_endpoints", body, "make it");
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.data).toEqual(first.data);
  expect([first.headers[replayed], again.headers[replayed]]).toEqual([undefined, "true"]);
  expect(await prisma().webhookEndpoint.count({ where: { id: (first.data as WebhookEndpoint).id } })).toBe(1);
  const { rows } = await getPool().query("select * from idempotency_records where key = 'make it'");
  const { secret } = first.data as WebhookEndpoint;
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(Buffer.from(rows[0].answer).includes(Buffer.from(secret))).toBe(false);

  const other = { ...body, url: "https://b.example/" };
  expect((await post("webhook_endpoints", other, "make it")).error?.code).toBe("idempotency_key_reused");
  expect((await post("academic/adult_enrollment", anAdult(), "make it")).error?.code).toBe(
    "idempotency_key_reused",
  );
  client.key = await aKey();
  expect((await post("webhook_endpoints", body, "make it")).headers[replayed]).toBeUndefined();
});

test("runs a rotation, ping, replay and withdrawal once per Idempotency-Key and path", async () => {
  const [endpoint, other] = [
    await createWebhookEndpoint("https://a.example/"),
    await createWebhookEndpoint("https://b.example/"),
  ];
  for (const path of ["rotate", "ping", "replay"]) {
    const first = await post(`webhook_endpoints/${endpoint.id}/${path}`, undefined, path);
    const again = await post(`webhook_endpoints/${endpoint.id}/${path}`, undefined, path);
    expect([first.status, first.headers[replayed], again.headers[replayed]]).toEqual([
      200,
      undefined,
      "true",
    ]);
    expect(again.data).toEqual(first.data);
    const elsewhere = await post(`webhook_endpoints/${other.id}/${path}`, undefined, path);
    expect(elsewhere.error?.code).toBe("idempotency_key_reused");
  }
  const otherReplay = `webhook_endpoints/${endpoint.id}/replay?since=2026-01-01T00:00:00Z`;
  expect((await post(otherReplay, undefined, "replay")).error?.code).toBe("idempotency_key_reused");

  const [reference, otherReference] = [await enroll(), await enroll()];
  const withdraw = (target: string) =>
    post(`academic/enrollments/${target}/withdrawal`, undefined, "withdraw");
  const first = await withdraw(reference);
  const again = await withdraw(reference);
  expect([first.status, again.status, again.headers[replayed]]).toEqual([200, 200, "true"]);
  expect(again.data).toEqual({ reference, state: "withdrawn" });
  expect((await withdraw(otherReference)).error?.code).toBe("idempotency_key_reused");
  expect((await post(`academic/enrollments/${reference}/withdrawal`)).error?.code).toBe(
    "transition_not_allowed",
  );
});

test("failed responses are not stored, and stored ones expire after a day", async () => {
  const path = `academic/enrollments/${await enroll()}/withdrawal`;
  expect((await post(path, undefined, "ñ")).error?.code).toBe("invalid_idempotency_key");
  const wrong = { url: "http://a", events: [] };
  for (const _ of ["first", "again"]) {
    const refused = await post("webhook_endpoints", wrong, "refused");
    expect([refused.status, refused.headers[replayed]]).toEqual([422, undefined]);
  }
  const { id } = (await post("webhook_endpoints", body, "daily")).data as WebhookEndpoint;
  await getPool().query(
    "update idempotency_records set created_at = created_at - interval '25 hours' where key = 'daily'",
  );
  const afterExpiry = await post("webhook_endpoints", body, "daily");
  expect([afterExpiry.status, afterExpiry.headers[replayed]]).toEqual([201, undefined]);
  expect((afterExpiry.data as WebhookEndpoint).id).not.toBe(id);
  await purgeIdempotencyRecords();
  expect((await post("webhook_endpoints", body, "daily")).headers[replayed]).toBe("true");
});

test("answers 409 for a request in progress with the same key, 503 for any other held lock", async () => {
  const { id } = await prisma().apiKey.findFirstOrThrow({ orderBy: { id: "desc" }, select: { id: true } });
  const adult = anAdult();
  const outside = new pg.Client(env.DATABASE_URL);
  await outside.connect();
  const whileLocked = async (name: string, path: string, submitted: unknown) => {
    await outside.query("begin");
    await outside.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
    const { status, error, headers } = await post(path, submitted, "locked");
    await outside.query("rollback");
    return [status, error?.code, Number(headers["retry-after"]) > 0];
  };
  const running = [409, "idempotency_in_progress", true];
  expect(await whileLocked(getIdempotencyLockName(id, "locked"), "academic/adult_enrollment", adult)).toEqual(
    running,
  );
  expect(await whileLocked(getIdempotencyLockName(id, "locked"), "webhook_endpoints", body)).toEqual(running);
  const address = `email ${adult.student_email}`;
  expect(await whileLocked(address, "academic/adult_enrollment", adult)).toEqual([503, "unavailable", true]);
  await outside.end();
  expect((await post("academic/adult_enrollment", adult, "locked")).status).toBe(201);
});

import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, expect, inject, test } from "vitest";
import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { changeMessageEmail } from "@/lib/desk/mail/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { enrollAndListMails } from "@/test/support/domain/mail";
import { commandActor } from "@/test/support/domain/staff";
import { startServerProcess } from "@/test/support/servers/server-process";
import { enroll } from "./enroll/verbs";

const server = await startServerProcess({ LOG_LEVEL: "trace" });
afterAll(() => server.stop());

const enrollAdult = (body: unknown, headers = {}) =>
  server.send("POST", "academic/adult_enrollment", { body, headers });

test("no log has personal data, whatever is rejected: neither PostgreSQL's nor ours", async () => {
  const adult = anAdult({ student_name: "Zenobia", student_address: "Carrer Secret 77" });
  const minor = aMinor({ guardians: 2, guardian_name: "Zacarías" });
  const retried = { "Idempotency-Key": `${adult.student_email}-${randomUUID()}` };
  const draft = { source: "form" as const, locale: "es" as const, draftId: randomBytes(32).toString("hex") };

  const statuses = [
    await enrollAdult(adult, retried),
    await enrollAdult(adult, retried),
    await enrollAdult({ ...anAdult(), student_email: adult.student_email }),
    await enrollAdult({ ...anAdult(), student_document: adult.student_document }),
    await enrollAdult({ ...adult, student_birth_date: "1890-02-30", student_country: "x".repeat(900) }),
    await enrollAdult(`{"student_email": "${adult.student_email}", "student_name": "Zenobia`),
    await server.send("POST", "academic/minor_enrollment", { body: minor }),
    await server.send("POST", "academic/minor_enrollment", {
      body: { ...minor, guardian_email: "z@z.example" },
    }),
    await server.send("GET", "academic/subjects", { body: { school_year_id: adult.student_email } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 201, 409, 409, 422, 400, 201, 409, 422]);

  const sent = anAdult({ student_name: "Zoraida" }); // no name that an id in hex could hold
  await enroll([{ kind: "adult", submitted: sent }], draft);
  expect(await enroll([{ kind: "adult", submitted: sent }], draft)).toMatchObject({ replayed: true });
  const message = (await enrollAndListMails(anAdult())).adult_student as string;
  expect(await changeMessageEmail({ message, email: adult.student_email.toUpperCase() }, commandActor)).toBe(
    false,
  );

  const postgres = readFileSync(inject("postgresLog"), "utf8");
  expect(postgres).toContain("known already: people"); // so this is the log, and duplicates do come by
  await expect.poll(server.printed).toContain("/minor_enrollment");
  const values = [adult, minor, sent].flatMap((body) =>
    Object.entries(body).flatMap(([field, value]) =>
      /_(email|document|name|surname|address)$/.test(field) ? [String(value)] : [],
    ),
  );
  for (const log of [postgres.toLowerCase(), server.printed().toLowerCase()])
    expect(values.filter((value) => log.includes(value.toLowerCase()))).toEqual([]);
});

test("integrators 13: a simulated failure is no error in the log and causes no alert", async () => {
  const key = await createApiKey({ name: "simulator", scopes: defaultScopes, expiresAt: null, mode: "test" });
  const headers = { Authorization: `Bearer ${key}`, "Sandbox-Simulate": "500" };
  expect((await server.send("POST", "academic/adult_enrollment", { body: anAdult(), headers })).status).toBe(
    500,
  );
  await expect.poll(server.printed).toContain('"simulated":true');
  expect(server.printed()).not.toMatch(/"level":[56]0/);
});

test("a person's address cannot become another's, not even by two changes at once", async () => {
  const [one, other] = [
    (await enrollAndListMails(anAdult())).adult_student,
    (await enrollAndListMails(anAdult())).adult_student,
  ];
  const email = `${randomUUID()}@example.org`;
  const changed = await Promise.all(
    [one, other].map((id) => changeMessageEmail({ message: id as string, email }, commandActor)),
  );
  expect(changed.sort()).toEqual([false, true]);
  expect(await prisma().person.count({ where: { email } })).toBe(1);
});

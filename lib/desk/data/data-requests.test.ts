import { expect, test } from "vitest";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import {
  eraseForRequest,
  exportForRequest,
  listRequests,
  previewErasure,
  recordRequest,
  settleRequest,
} from "@/lib/desk/data/verbs";
import { type Actor, staffRoles } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { createDataRequest } from "@/lib/privacy/verbs";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { aFamily } from "@/test/support/data/families";
import { createEnrollment, createStaffActor } from "@/test/support/domain/decisions";

const admin = createStaffActor("admin");
const toInstant = (day: string) => new Date(`${day}T10:00:00Z`);
await seedDemoSchool();

test("desk 32: a request is due in a month, recorded once however often it is made, and closed once", async () => {
  const body = anAdult();
  await createEnrollment(body);
  const later = { ...admin, passwordAt: toInstant("2027-02-03") } as Actor;
  const id = (await recordRequest(
    { kind: "access", email: ` ${body.student_email.toUpperCase()} ` },
    later,
    toInstant("2027-01-31"),
  )) as number;
  expect(
    await recordRequest({ kind: "access", email: body.student_email }, later, toInstant("2027-02-03")),
  ).toBe(id);
  const unknown = recordRequest({ kind: "access", email: "nobody@example.org" }, admin);
  await expect(unknown).rejects.toThrow("email: unknown");
  const { first } = await aFamily();
  await createDataRequest("erasure", first, toInstant("2026-12-15")); // requested in the account
  expect(await listRequests(admin)).toMatchObject([
    { kind: "erasure", personId: first, dueOn: "2027-01-15" },
    { id, kind: "access", name: "Ada Puig Serra", dueOn: "2027-02-28" },
  ]);
  expect(await listDeskTasks(admin)).toContainEqual({ task: "requests", count: 2 });
  expect(JSON.stringify(await listDeskTasks(createStaffActor("head")))).not.toContain("requests");

  expect(JSON.stringify(await exportForRequest({ request: id }, admin, new Date()))).toContain(
    body.student_document,
  );
  expect(await settleRequest({ request: id, outcome: "done" }, admin, new Date())).toBe(true);
  expect(await settleRequest({ request: id, outcome: "refused" }, admin, new Date())).toBe(false);
  expect(await exportForRequest({ request: id }, admin, new Date())).toBeUndefined();
  const entries = await prisma().auditEntry.findMany({
    where: { objectKind: "person" },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action }) => action)).toEqual(["access_noted", "data_copied", "request_done"]);
});

test("desk 32: an erasure is previewed, refused for a student's only guardian, and closes its request", async () => {
  const body = aMinor();
  const reference = await createEnrollment(body);
  const id = (await recordRequest(
    { kind: "erasure", email: body.guardian_email },
    admin,
    new Date(),
  )) as number;
  expect(await previewErasure(admin, id, new Date())).toMatchObject({ onlyGuardianOf: [reference] });
  await expect(
    eraseForRequest({ request: id, sure: "yes", children: false }, admin, new Date()),
  ).rejects.toMatchObject({
    issues: [{ field: "children", code: "only_guardian", values: { references: reference } }],
  });
  expect(await settleRequest({ request: id, outcome: "done" }, admin, new Date())).toBe(false); // only the erasure closes it as done
  expect(await eraseForRequest({ request: id, sure: "yes", children: true }, admin, new Date())).toBe(true);
  expect(await eraseForRequest({ request: id, sure: "yes", children: true }, admin, new Date())).toBe(false);
  expect(await prisma().dataRequest.findUnique({ where: { id } })).toMatchObject({ outcome: "done" });
  expect(
    await prisma().person.count({
      where: { email: { in: [body.guardian_email, body.student_email as string] } },
    }),
  ).toBe(0);
});

test("only an administrator with a recent password reads, copies or erases", async () => {
  const stale: Actor = {
    ...(admin as Extract<Actor, { kind: "staff" }>),
    passwordAt: new Date(Date.now() - 11 * 60_000),
  };
  const tried = [...staffRoles.filter((role) => role !== "admin").map(createStaffActor), stale];
  const now = new Date();
  for (const actor of tried) {
    const refused = { code: actor === stale ? "password_needed" : "no_right" };
    await expect(listRequests(actor)).rejects.toMatchObject(refused);
    await expect(recordRequest({ kind: "access", email: "x@example.org" }, actor, now)).rejects.toMatchObject(
      refused,
    );
    await expect(exportForRequest({ request: 1 }, actor, now)).rejects.toMatchObject(refused);
    await expect(previewErasure(actor, 1, now)).rejects.toMatchObject(refused);
    await expect(
      eraseForRequest({ request: 1, sure: "yes", children: true }, actor, now),
    ).rejects.toMatchObject(refused);
    await expect(settleRequest({ request: 1, outcome: "done" }, actor, now)).rejects.toMatchObject(refused);
  }
});

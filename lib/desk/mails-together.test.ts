import { expect, test } from "vitest";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { findBulk } from "@/lib/desk/bulk/queries";
import { setBulkInput } from "@/lib/desk/bulk/schema";
import { selectEnrollments } from "@/lib/desk/bulk/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { readListPage } from "@/lib/desk/list/queries";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { correctAndResend } from "@/lib/desk/record/verbs";
import { readEnrollment } from "@/lib/enrollment/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anEmail } from "@/test/support/data/factories";
import { createSiblings } from "@/test/support/data/families";
import { aMember } from "@/test/support/domain/staff";

const now = new Date();

await seedDemoSchool();

test("desk 17: a guardian's one mail for several children is listed with each of them, and with no other child", async () => {
  const { actor } = await aMember("secretary");
  const { older: olderChild, references } = await createSiblings();
  const [first, second] = await Promise.all(references.map((one) => readEnrollmentRecord(actor, one, now)));
  const mails = (shown: typeof first) => shown?.mailMessages.map(({ kind }) => kind).sort();
  expect(mails(first)).toEqual(["guardian", "minor_student"]);
  expect(mails(second)).toEqual(["guardian", "minor_student", "second_guardian"]);
  const recipients = references.map(async (reference) => {
    const { emails } = await readEnrollment(reference, { apiKeyId: 0, all: true });
    return emails.map(({ recipient }) => recipient);
  });
  expect(await Promise.all(recipients)).toEqual([
    ["guardian", "minor_student"],
    ["guardian", "second_guardian", "minor_student"],
  ]);

  const { id } = second?.mailMessages.find(({ kind }) => kind === "guardian") ?? { id: "" };
  const written = anEmail("corrected");
  await prisma().mailMessage.update({ where: { id }, data: { state: "bounced" } });
  expect(await correctAndResend({ reference: references[1], message: id, email: written }, actor, now)).toBe(
    "addressed",
  );
  const sent = await prisma().mailMessage.findMany({
    where: { kind: "guardian", person: { email: written } },
    orderBy: { createdAt: "asc" },
    select: { state: true, enrollment: { select: { reference: true } } },
  });
  expect(sent.map(({ state }) => state)).toEqual(["bounced", "queued"]);
  expect(await prisma().person.count({ where: { email: olderChild.guardian_email } })).toBe(0);
  const other = await createSiblings();
  await expect(
    correctAndResend({ reference: other.references[0], message: id, email: written }, actor, now),
  ).rejects.toThrow("email: gone");
});

test("desk 6, 24: a bounced mail counts for each child, is listed alike, and is sent again once", async () => {
  const { actor } = await aMember("secretary");
  const { references } = await createSiblings();
  await prisma().mailMessage.updateMany({
    where: { kind: "guardian", enrollment: { reference: references[0] } },
    data: { state: "failed", lastError: "bounced" },
  });
  const { rows, total } = await readListPage(actor, {
    filters: { mail: "trouble" },
    sort: "oldest",
    cursor: {},
  });
  expect(rows.map(({ reference }) => reference).sort()).toEqual([...references].sort());
  expect(rows.every(({ missing }) => missing.includes("mail"))).toBe(true);
  expect((await listDeskTasks(actor)).find(({ task }) => task === "mail")?.count).toBe(total);
  const id = (await selectEnrollments({ references: [...references] }, actor)) as string;
  await setBulkInput({ bulk: id, kind: "resend" }, actor);
  const bulk = await findBulk(actor, id);
  const preview = await previewBulk(actor, bulk as NonNullable<typeof bulk>);
  // Two that were sent at the same time come in either order.
  const other = references.find((reference) => reference === preview.cannot[0]?.reference);
  expect(preview).toMatchObject({
    changes: 1,
    mails: 1,
    cannot: [{ code: "nothing_to_resend", reference: other }],
  });
  expect(other).toBeDefined();
});

import { expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { invalidate } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { readCertificate, readOwnCertificate } from "./queries";

const ids = await getCurrentYear();

test("families 15: a certificate names the place after its notification and is available to the family alone", async () => {
  const { actor } = await aMember("head");
  const [mine, other] = [
    await createEnrollment(aMinor({ student_speciality_option1: ids.piano })),
    await createEnrollment(aMinor()),
  ];
  const place = async () => (await readCertificate(mine, "es"))?.place;
  expect(await place()).toBeUndefined();
  await decideAndNotify({ reference: mine, to: "accepted", specialityId: ids.piano }, actor, new Date());
  expect(await place(), "decided, and not notified").toBeUndefined();
  await prisma().decision.deleteMany();
  await prisma().enrollment.update({
    where: { reference: mine },
    data: { state: "pending", decidedState: "pending" },
  });
  const now = { reference: mine, to: "accepted", specialityId: ids.piano, tell: "now" } as const;
  await decideAndNotify(now, actor, new Date());
  const piano = await prisma().speciality.findUniqueOrThrow({ where: { id: ids.piano } });
  expect(await place()).toEqual([piano.name]);
  await prisma().speciality.update({ where: { id: ids.piano }, data: { nameCa: "Piano de cua" } });
  invalidate("catalogue");
  expect((await readCertificate(mine, "ca"))?.place, "families 41").toEqual(["Piano de cua"]);

  const guardianOf = async (reference: string) =>
    (
      await prisma().guardianship.findFirstOrThrow({
        where: { student: { enrollments: { some: { reference } } } },
      })
    ).guardianId;
  expect((await readOwnCertificate(await guardianOf(mine), mine, new Date(), "es"))?.reference).toBe(mine);
  expect(await readOwnCertificate(await guardianOf(other), mine, new Date(), "es")).toBeUndefined();
});

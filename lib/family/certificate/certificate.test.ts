import { beforeAll, expect, test } from "vitest";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { aMinor } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";
import { readCertificate, readOwnCertificate } from "./queries";

let ids: Awaited<ReturnType<typeof getCurrentYear>>;
beforeAll(async () => {
  ids = await getCurrentYear();
});

test("families 15: a certificate names the place once the family knows of it, and is nobody else's", async () => {
  const { actor } = await aMember("head");
  const [mine, other] = [
    await createEnrollment(aMinor({ student_speciality_option1: ids.piano })),
    await createEnrollment(aMinor()),
  ];
  const place = async () => (await readCertificate(mine))?.place;
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

  const guardianOf = async (reference: string) =>
    (
      await prisma().guardianship.findFirstOrThrow({
        where: { student: { enrollments: { some: { reference } } } },
      })
    ).guardianId;
  expect((await readOwnCertificate(await guardianOf(mine), mine, new Date()))?.reference).toBe(mine);
  expect(await readOwnCertificate(await guardianOf(other), mine, new Date())).toBeUndefined();
});

import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { enroll } from "./enroll/verbs";

test("families 5: children sent together keep the parent's order on the waiting list", async () => {
  await seedDemoSchool();
  const names = ["Zoe", "Aina", "Martí", "Blai", "Noa"];
  const first = aMinor();
  const guardian = Object.fromEntries(Object.entries(first).filter(([field]) => /guardian/.test(field)));
  const children = names.map((student_name) => ({ ...aMinor({ student_name }), ...guardian }));
  const { reference, moreReferences } = await enroll(
    children.map((submitted) => ({ kind: "minor" as const, submitted })),
    { source: "form", locale: "es" },
  );

  const inLine = await prisma().enrollment.findMany({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { reference: true, createdAt: true, termsAcceptedAt: true, student: { select: { name: true } } },
  });
  expect(inLine.map(({ student }) => student.name)).toEqual(names);
  expect(inLine.map((one) => one.reference)).toEqual([reference, ...moreReferences]);
  expect(new Set(inLine.map(({ createdAt }) => createdAt.getTime())).size).toBe(names.length);
  const last = inLine.at(-1);
  expect(last?.createdAt).toEqual(last?.termsAcceptedAt); // none before what else the press writes
});

import { expect, test } from "vitest";
import {
  addLabel,
  listAllLabels,
  listLabels,
  mergeLabels,
  renameLabel,
  retireLabel,
} from "@/lib/desk/labels/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { createEnrollment } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

await seedDemoSchool();
const actor = (await aMember("secretary")).actor;
const references = [await createEnrollment(), await createEnrollment(), await createEnrollment()];

const findId = async (name: string) => (await listAllLabels(actor)).find((label) => label.name === name)?.id;
const listWithLabel = async (name: string) => {
  const rows = await prisma().enrollmentLabel.findMany({
    where: { label: { name } },
    select: { enrollment: { select: { reference: true } } },
  });
  return rows.map(({ enrollment }) => enrollment.reference).sort();
};

test("desk 42: a label is renamed everywhere, merged with another, and retired", async () => {
  const [one = "", two = "", three = ""] = references;
  for (const [reference, label] of [
    [one, "beca"],
    [two, "beca"],
    [two, "Bca"],
    [three, "Bca"],
    [three, "coro"],
  ] as const)
    await addLabel({ reference, label }, actor);
  const [beca, typo, choir] = [await findId("beca"), await findId("Bca"), await findId("coro")];

  await expect(renameLabel({ id: typo, label: "BECA" }, actor)).rejects.toMatchObject({
    issues: [{ field: "label", code: "taken" }],
  });
  await renameLabel({ id: beca, label: "Beca" }, actor); // another spelling of its own name
  await mergeLabels({ id: typo, into: beca }, actor);
  expect(await listWithLabel("Beca")).toEqual([one, two, three].sort());
  expect(await findId("Bca")).toBeUndefined();
  await expect(mergeLabels({ id: beca, into: beca }, actor)).rejects.toMatchObject({
    issues: [{ code: "label_same" }],
  });
  await expect(mergeLabels({ id: typo, into: beca }, actor)).rejects.toMatchObject({ issues: [] });

  await retireLabel({ id: choir, retired: "yes" }, actor);
  expect((await listLabels(actor)).map(({ name }) => name)).toEqual(["Beca"]);
  expect(await listWithLabel("coro")).toEqual([three]);
  await expect(addLabel({ reference: one, label: "Coro" }, actor)).rejects.toMatchObject({
    issues: [{ field: "label", code: "retired" }],
  });
  await retireLabel({ id: choir, retired: "no" }, actor);
  await addLabel({ reference: one, label: "coro" }, actor);
  expect(await listAllLabels(actor)).toMatchObject([
    { name: "Beca", retired: false, count: 3 },
    { name: "coro", retired: false, count: 2 },
  ]);
});

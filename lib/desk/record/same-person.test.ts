import { expect, test } from "vitest";
import { decideAndNotify, markNotDuplicate } from "@/lib/decisions/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { readListPage } from "@/lib/desk/list/queries";
import { listDuplicateCandidates } from "@/lib/desk/record/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { aMinor, anAdult, yearsAgo } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

const otherYear = (await getCurrentYear()).otherYear.id;
const actor = (await aMember("secretary")).actor;

const born = { student_birth_date: yearsAgo(8) };
const carla = { ...born, student_name: "Núria M.", student_surname: "l’Hospital-Güell" };

async function enrollTwice(child = carla) {
  const mother = await createEnrollment(aMinor(child));
  const father = await createEnrollment(
    aMinor({ ...child, student_name: "NURIA  M", student_surname: "L'hospital Guell" }),
  );
  return [mother, father] as const;
}

const listDuplicates = async () => {
  const query = { filters: { same: "perhaps" }, sort: "oldest", cursor: {} } as const;
  return (await readListPage(actor, query)).rows.map(({ reference }) => reference);
};
const listCandidates = async (reference: string) => {
  const { id } = await prisma().enrollment.findUniqueOrThrow({ where: { reference }, select: { id: true } });
  return (await listDuplicateCandidates(actor, id)).map((other) => other.reference);
};
const withdrawRepeat = (reference: string, repeats: string) =>
  decideAndNotify({ reference, to: "withdrawn", repeats, tell: "now" }, actor, new Date());

test("desk 39: a child enrolled by both parents is shown on both records, in the list and as a task, until one is withdrawn", async () => {
  const [mother, father] = await enrollTwice();
  await createEnrollment(aMinor({ ...carla, student_name: "Aina" })); // a twin
  await createEnrollment(aMinor({ ...carla, student_birth_date: yearsAgo(7) }));
  await createEnrollment(aMinor({ ...carla, school_year_id: otherYear }));
  expect(await listDuplicates()).toEqual([mother, father]);
  expect(await listCandidates(mother)).toEqual([father]);
  expect(await listCandidates(father)).toEqual([mother]);
  const countTasks = async () => (await listDeskTasks(actor)).find(({ task }) => task === "same")?.count;
  expect(await countTasks()).toBe(2);

  const id = await withdrawRepeat(father, mother);
  expect(await prisma().decision.findUniqueOrThrow({ where: { id } })).toMatchObject({
    toState: "withdrawn",
    repeats: mother,
    status: "told",
  });
  const [mail] = await prisma().mailMessage.findMany({
    where: { kind: "withdrawn", enrollment: { reference: father } },
    select: { tells: true },
  });
  expect(JSON.stringify(mail?.tells)).toContain("repetida");
  expect(JSON.stringify(mail?.tells)).not.toContain(mother);
  expect(await listDuplicates()).toEqual([]);
  expect(await countTasks()).toBeUndefined();
  expect(await listCandidates(mother)).toEqual([father]); // its page still shows the duplicate
});

test("desk 39: only a possible duplicate that is current is withdrawn, and only one of two", async () => {
  const [mother, father] = await enrollTwice();
  const stranger = await createEnrollment(anAdult());
  await expect(withdrawRepeat(mother, stranger)).rejects.toMatchObject({ code: "changed_meanwhile" });
  const both = await Promise.allSettled([withdrawRepeat(mother, father), withdrawRepeat(father, mother)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [remaining, ...others] = (
    await getPool().query(
      "select reference from enrollments where reference = any($1) and decided_state = 'pending'",
      [[mother, father]],
    )
  ).rows;
  expect(others).toEqual([]);
  expect([mother, father]).toContain(remaining.reference);
});

test("desk 39: a pair is marked as different once for every year, recorded, and unmarked", async () => {
  const child = { ...carla, student_birth_date: yearsAgo(9) };
  const [first, second] = await enrollTwice(child);
  const third = await createEnrollment(aMinor(child));
  const setMark = (reference: string, repeats: string, areTwo: boolean) =>
    markNotDuplicate({ reference, other: repeats, two: areTwo }, actor);
  const readMarks = async (reference: string) => {
    const { id } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
    return Object.fromEntries(
      (await listDuplicateCandidates(actor, id)).map((row) => [row.reference, row.areTwo]),
    );
  };
  const before = (await listDuplicates()).filter((reference) => ![first, second, third].includes(reference));
  const listNew = async () => (await listDuplicates()).filter((reference) => !before.includes(reference));
  await Promise.all([setMark(first, second, true), setMark(second, first, true)]); // both secretaries at once
  expect(await readMarks(first)).toMatchObject({ [second]: true, [third]: false });
  expect(await listNew()).toEqual([first, second, third]); // each may still be the third
  const listMarked = async () => {
    const { rows } = await readListPage(actor, { filters: {}, sort: "oldest", cursor: {} });
    return rows.filter(({ missing }) => missing.includes("same")).map(({ reference }) => reference);
  };
  expect(await listMarked()).toEqual(await listDuplicates());
  await setMark(third, first, true);
  await setMark(third, second, true);
  expect(await listNew()).toEqual([]);
  expect(await listMarked()).toEqual(await listDuplicates());
  await expect(withdrawRepeat(first, second)).rejects.toMatchObject({ code: "changed_meanwhile" });
  await expect(setMark(first, await createEnrollment(anAdult()), true)).rejects.toMatchObject({
    code: "changed_meanwhile",
  });
  await getPool().query(
    `insert into all_enrollments (id, reference, school_year_id, student_id, terms_url, terms_accepted_at, locale, source)
     select gen_random_uuid(), 'NEXT' || right(reference, 4), $1, student_id, terms_url, terms_accepted_at, locale, source
     from all_enrollments where reference = any($2)`,
    [otherYear, [first, second]],
  );
  expect((await listDuplicates()).filter((reference) => reference.startsWith("NEXT"))).toEqual([]);

  await setMark(first, second, false);
  expect(await listNew()).toEqual(expect.arrayContaining([first, second]));
  expect(await listNew()).not.toContain(third);
  const entries = await prisma().auditEntry.findMany({
    where: { action: { in: ["said_two_people", "said_perhaps_same"] } },
    orderBy: { id: "asc" },
    select: { action: true, objectId: true, values: { select: { name: true, new: true } } },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array(3).fill("said_two_people"),
    "said_perhaps_same",
  ]);
  expect(entries.at(-1)).toMatchObject({ objectId: first, values: [{ name: "other", new: second }] });
});

test("desk 39: an erased student is no duplicate, and a correction is compared again", async () => {
  const [mother, father] = [...(await enrollTwice())] as [string, string];
  const areCandidates = () => listCandidates(mother).then((others) => others.includes(father));
  const person =
    "update all_people set name = $2 where id = (select student_id from enrollments where reference = $1)";
  await getPool().query(person, [father, "Nora"]);
  expect(await areCandidates()).toBe(false);
  await getPool().query(person, [father, "nùria m"]);
  expect(await areCandidates()).toBe(true);
  await getPool().query(person, [father, null]);
  expect(await areCandidates()).toBe(false);
});

import { describe, expect, test } from "vitest";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { voidUnnotified } from "@/lib/decisions/writes";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { addLabel, addNote, listLabels, removeLabel } from "@/lib/desk/labels/verbs";
import {
  type Filters,
  filterNames,
  formatList,
  getEnrollmentUrl,
  getFilterValues,
  getListUrl,
  parseList,
  parseListQuery,
  type Sort,
} from "@/lib/desk/list/filters";
import { readListPage } from "@/lib/desk/list/queries";
import { listConditions } from "@/lib/desk/list/sql";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { decryptSearch, encryptSearch, findReference, reencryptAddress } from "@/lib/desk/search/sql";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import messages from "@/lib/i18n/messages/es.json";
import type { StaffSession } from "@/lib/people/staff/sessions";
import { hashToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aDni, aMinor, anAdult, yearsAgo } from "@/test/support/data/factories";
import { aMember, commandActor } from "@/test/support/domain/staff";

const origin = { source: "form", locale: "es" } as const;
const students = [
  { student_name: "Núria", student_surname: "Ibáñez Puig" },
  { student_name: "Álvaro", student_surname: "Ñíguez Roca" },
  { student_name: "Zoe", student_surname: "Casals d’Olesa" },
];
const dni = aDni();

const school = await seedDemoSchool();
const { specialities, syllabi, id } = school.current;
const chosen = { student_speciality_option1: specialities[0], student_syllabi_option1: syllabi[0] };
const made = [
  await enroll(
    [
      {
        kind: "minor",
        submitted: aMinor({ ...students[0], ...chosen, guardian_document: dni, guardian_name: "Jordi" }),
      },
    ],
    origin,
  ),
  await enroll(
    [
      {
        kind: "adult",
        submitted: anAdult({
          ...students[1],
          student_phone: "611222333",
          student_speciality_option1: specialities[1],
          student_speciality_option2: specialities[0],
        }),
      },
    ],
    origin,
  ),
  await enroll(
    [
      {
        kind: "minor",
        submitted: aMinor({
          ...students[2],
          school_year_id: school.next.id,
          student_birth_date: yearsAgo(7),
        }),
      },
    ],
    origin,
  ),
];
expect(id).not.toBe(school.next.id);
const references = made.map(({ reference }) => reference);
for (const [index, reference] of references.entries()) {
  const createdAt = new Date(Date.UTC(2026, 10, 10 + index));
  await prisma().enrollment.update({ where: { reference }, data: { createdAt } });
}
await prisma().mailMessage.updateMany({
  where: { enrollment: { reference: references[1] } },
  data: { state: "bounced" },
});
await voidDecision(references[2] as string);

/** Voids a decision before its announcement, like a change by the family. */
async function voidDecision(reference: string) {
  await decideAndNotify({ reference, to: "rejected", reason: "age" }, commandActor, new Date());
  await prisma().$transaction(async (tx) =>
    voidUnnotified(tx, await lockEnrollmentStatus(tx, { reference }), { kind: "system" }, new Date()),
  );
}

const listMatches = async (filters: Filters, search?: string, sort: Sort = "oldest") => {
  const { rows, total } = await readListPage(commandActor, { filters, sort, cursor: {} }, search);
  expect(total).toBe(rows.length);
  return rows.map(({ reference }) => references.indexOf(reference));
};

const MADRID = { time_zone: "Europe/Madrid", answer_within_days: 15 };

describe("the list (desk 7)", () => {
  test.each<[string, (ids: typeof school) => Filters, number[]]>([
    ["nothing", () => ({}), [0, 1, 2]],
    ["the year", ({ next }) => ({ year: next.id }), [2]],
    ["the state", () => ({ state: "accepted" }), []],
    ["what is wanted first", ({ current }) => ({ speciality: current.specialities[0] }), [0]],
    ["what is wanted at all", ({ current }) => ({ speciality: current.specialities[0], how: "any" }), [0, 1]],
    ["the syllabus", ({ current }) => ({ syllabus: current.syllabi[0] }), [0]],
    ["minors", () => ({ age: "minor" }), [0, 2]],
    ["adults", () => ({ age: "adult" }), [1]],
    ["what the family has overtaken", () => ({ told: "void" }), [2]],
    ["the source", () => ({ source: "api" }), []],
    ["mail that did not arrive", () => ({ mail: "trouble" }), [1]],
    ["the first day", () => ({ from: "2026-11-11" }), [1, 2]],
    ["the last day", () => ({ until: "2026-11-11" }), [0, 1]],
    ["two of them", () => ({ age: "minor", from: "2026-11-12" }), [2]],
  ])("is narrowed by %s", async (_, filters, expected) => {
    expect(await listMatches(filters(school))).toEqual(expected);
  });

  test("is narrowed by every filter, also by those that depend on another", () => {
    const values: Filters = {
      state: "accepted",
      how: "assigned",
      told: "no",
      from: "2026-11-11",
      until: "2026-11-11",
    };
    const all = listConditions({}, MADRID).length;
    const withoutEffect = filterNames.filter(
      (name) =>
        listConditions({ [name]: values[name] ?? getFilterValues(name)[0] ?? 1 }, MADRID).length === all,
    );
    expect(withoutEffect).toEqual([]);
  });

  test("has a text for each value of its filters", () => {
    const texts: Record<string, object> = messages.desk.list.values;
    const missing = filterNames.flatMap((name) =>
      getFilterValues(name)
        .filter((value) => !(value in (texts[name] ?? {})))
        .map((value) => `${name}.${value}`),
    );
    expect(missing).toEqual([]);
  });

  test("is sorted by day both ways, and by surname in the order of the language", async () => {
    expect(await listMatches({}, undefined, "newest")).toEqual([2, 1, 0]);
    expect(await listMatches({}, undefined, "name")).toEqual([2, 0, 1]); // Casals, Ibáñez, Ñíguez
  });

  test("has all filters in its address; unknown parameters are left out", () => {
    const query = parseListQuery({
      year: "26",
      state: "pending",
      sort: "name",
      from: "2026-02-30",
      label: "x",
      after: "A'B",
    });
    expect(query).toEqual({
      filters: { year: 26, state: "pending" },
      sort: "name",
      cursor: {},
      search: undefined,
    });
    expect(getListUrl(query)).toBe("/desk/enrollments?year=26&state=pending&sort=name");
  });
});

describe("the search (desk 8)", () => {
  test.each<[string, string, number[]]>([
    ["words of a name in any order, without accents", "ibanez nuria", [0]],
    ["the beginning of a word, in capitals", "ÑIGU", [1]],
    ["an ñ typed as n", "niguez", [1]],
    ["a guardian's name", "jordi roca", [0]],
    ["not the middle of a word", "guez", []],
    ["a part of a phone", "122 2", [1]],
    ["a phone with spaces", "611 22 23 33", [1]],
    ["a phone with its prefix", "+34 611222333", [1]],
    ["characters that mean something to a regular expression", "(.*", []],
    ["an apostrophe and a percent sign", "'%", []],
  ])("finds %s", async (_, search, expected) => {
    expect((await listMatches({ until: "2026-11-11" }, search)).sort()).toEqual(expected);
  });

  test("finds a year of birth beside other words (desk 8)", async () => {
    const { student } = await prisma().enrollment.findUniqueOrThrow({
      where: { reference: references[1] as string },
      select: { student: { select: { birthDate: true } } },
    });
    const year = student.birthDate?.getUTCFullYear() ?? 0;
    expect(await listMatches({}, `álvaro ${year}`)).toEqual([1]);
    expect(await listMatches({}, `álvaro ${year + 100}`)).toEqual([]);
  });

  test("finds a whole document and a whole e-mail", async () => {
    expect(await listMatches({}, `${dni.slice(0, 8)}-${dni.slice(8).toLowerCase()}`)).toEqual([0]);
    const { email } = await prisma().person.findFirstOrThrow({
      where: { phone: "611222333" },
      select: { email: true },
    });
    expect(await listMatches({}, ` ${email.toUpperCase()} `)).toEqual([1]);
    await prisma().person.updateMany({ where: { email }, data: { email: "ines.12-34@example.org" } });
    expect(await listMatches({}, "ines.12-34@example.org")).toEqual([1]);
    await prisma().person.updateMany({ where: { email: "ines.12-34@example.org" }, data: { email } });
    expect(await listMatches({}, email.slice(1))).toEqual([]);
  });

  test("finds parts of an e-mail, document, reference, town, label or word of a note (desk 41)", async () => {
    const reference = references[0] as string;
    const { student } = await prisma().enrollment.findUniqueOrThrow({
      where: { reference },
      select: { student: { select: { id: true, email: true } } },
    });
    await prisma().person.update({
      where: { id: student.id },
      data: { city: "L’Ametlla", email: "nuria@gmial.com" },
    });
    await addLabel({ reference, label: "Música antigua" }, commandActor);
    await addNote(
      { reference, note: "Ha llamado la abuela.\nVuelve el martes." },
      (await aMember("head")).actor,
    );
    for (const search of [
      "gmial",
      "nuria@gm",
      "ametlla",
      dni.slice(1, 8),
      reference.slice(2, 7),
      "antig",
      "abuela",
    ])
      expect([search, await listMatches({}, search)]).toEqual([search, [0]]);
    const page = async (search: string) =>
      (await readListPage(commandActor, { filters: {}, sort: "oldest", cursor: {} }, search)).rows[0]?.match;
    expect(await page("gmial")).toEqual({ in: "email", text: "nuria@gmial.com" });
    expect(await page("abuela")).toEqual({ in: "note", text: expect.stringContaining("la abuela") });
    expect(await page("nuria"), "its line shows the name").toBeUndefined();
    for (const search of ["mial", "buela", "_", "%", "\\", "abuela martes jueves"])
      expect([search, await listMatches({}, search)]).toEqual([search, []]);
    await prisma().person.update({ where: { id: student.id }, data: { email: student.email } });
    await prisma().label.deleteMany();
    await prisma().note.deleteMany();
  });

  test("opens a reference typed with spaces or in lower case", async () => {
    const reference = references[0] as string;
    expect(await findReference(` ${reference.toLowerCase().slice(0, 4)} ${reference.slice(4)}`)).toBe(
      reference,
    );
    expect(await findReference("ADELAIDA")).toBeUndefined();
  });

  test("is encrypted in the address for the same session only", () => {
    const [ownSession, otherSession] = [
      { hash: hashToken("one") },
      { hash: hashToken("other") },
    ] as StaffSession[];
    const sealed = encryptSearch("ibáñez", ownSession as StaffSession);
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed, "base64url").includes("ibáñez")).toBe(false);
    expect(decryptSearch(sealed, ownSession as StaffSession)).toBe("ibáñez");
    expect(decryptSearch(sealed, otherSession as StaffSession)).toBeUndefined();
    expect(decryptSearch("rubbish", ownSession as StaffSession)).toBeUndefined();
  });

  test("continues in the member's next session, also within an enrollment's list (desk 5)", () => {
    const [ownSession, nextSession] = [{ hash: hashToken("one") }, { hash: hashToken("next") }];
    const query = {
      filters: { state: "pending" },
      sort: "name",
      search: encryptSearch("ibáñez", ownSession),
    } as const;
    const getQuery = (address: string) => new URLSearchParams(address.split("?")[1]);
    const list = reencryptAddress(getListUrl(query, { after: "4AB" }), ownSession, nextSession);
    expect(decryptSearch(getQuery(list).get("q") as string, nextSession)).toBe("ibáñez");
    expect([...getQuery(list).keys()]).toEqual(["state", "sort", "q", "after"]);
    const page = reencryptAddress(
      getEnrollmentUrl("4AB", formatList(query), { below: "/decide/accepted" }),
      ownSession,
      nextSession,
    );
    const within = parseList(getQuery(page).get("list"));
    expect(page.split("?")[0]).toBe("/desk/enrollments/4AB/decide/accepted");
    expect(within).toMatchObject({ filters: { state: "pending" }, sort: "name" });
    expect(decryptSearch(within?.search as string, nextSession)).toBe("ibáñez");
    for (const plain of ["/desk", "/desk/enrollments?year=3", "/desk/enrollments/4AB?list=all"])
      expect(reencryptAddress(plain, ownSession, nextSession)).toBe(plain);
  });
});

describe("one enrollment (desk 10, 16, 18)", () => {
  test("records who opens it, once an hour", async () => {
    const { actor, id } = await aMember("reader");
    const reference = references[0] as string;
    const times = ["10:05", "10:55", "11:01"].map((time) => new Date(`2026-11-21T${time}:00Z`));
    for (const time of times)
      expect(await readEnrollmentRecord(actor, reference, time)).toMatchObject({ reference });
    const entries = await prisma().accessEntry.findMany({
      where: { memberId: id },
      orderBy: { hour: "asc" },
    });
    expect(entries.map(({ hour }) => hour.toISOString())).toEqual([
      "2026-11-21T10:00:00.000Z",
      "2026-11-21T11:00:00.000Z",
    ]);
    expect(await readEnrollmentRecord(actor, "NOBODYS1", new Date())).toBeUndefined();
  });

  test("keeps notes with their author", async () => {
    const { actor } = await aMember("secretary");
    const reference = references[0] as string;
    await expect(addNote({ reference, note: "  " }, actor)).rejects.toThrow("note: required");
    await expect(addNote({ reference, note: "x".repeat(4_001) }, actor)).rejects.toThrow("note: too_long");
    await addNote({ reference, note: " <b>Martes</b>\r\nno puede " }, actor);
    const shown = await readEnrollmentRecord(actor, reference, new Date());
    expect(shown?.notes).toMatchObject([{ text: "<b>Martes</b>\nno puede", member: { name: "Marta" } }]);
  });

  test("shares a label with others, deleted with its last enrollment", async () => {
    const { actor } = await aMember("secretary");
    const [first, second] = references as [string, string];
    await expect(addLabel({ reference: first, label: "y".repeat(41) }, actor)).rejects.toThrow(
      "label: too_long",
    );
    await addLabel({ reference: first, label: "Beca" }, actor);
    await addLabel({ reference: second, label: " beca " }, actor);
    await addLabel({ reference: second, label: "beca" }, actor);
    const [label, ...others] = await listLabels(actor);
    expect([label?.name, others]).toEqual(["Beca", []]);
    expect(await listMatches({ label: label?.id })).toEqual([0, 1]);
    await removeLabel({ reference: first, id: label?.id }, actor);
    expect(await listMatches({ label: label?.id })).toEqual([1]);
    await removeLabel({ reference: second, id: label?.id }, actor);
    expect(await listLabels(actor)).toEqual([]);
  });
});

test("tasks are counted, without zeros (desk 6)", async () => {
  const waiting = await listDeskTasks(commandActor);
  const total = await prisma().enrollment.count({ where: { decidedState: "pending" } });
  const pending = waiting.flatMap(({ task, count }) => (task === "pending" ? count : []));
  expect(pending.reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(waiting.slice(pending.length)).toMatchObject([
    { task: "overtaken", count: 1 },
    { task: "mail", count: 1 },
  ]);
});

test("the day of the list is the school's", async () => {
  await prisma().enrollment.update({
    where: { reference: references[0] as string },
    data: { createdAt: new Date("2026-11-09T23:30:00Z") }, // the 10th in Madrid
  });
  expect(toLocalDay("Europe/Madrid", new Date("2026-11-09T23:30:00Z"))).toBe("2026-11-10");
  expect(await listMatches({ from: "2026-11-10", until: "2026-11-10" })).toEqual([0]);
});

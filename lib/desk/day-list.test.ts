import { expect, test } from "vitest";
import { getYearStudies } from "@/lib/decisions/place";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { addLabel } from "@/lib/desk/labels/verbs";
import { type Filters, parseListQuery } from "@/lib/desk/list/filters";
import {
  listInYear,
  listSavedViews,
  readFilterOptions,
  readListPage,
  readWholeList,
} from "@/lib/desk/list/queries";
import { getTab, tabs, toTabFilters } from "@/lib/desk/list/sql";
import { deleteView, saveView } from "@/lib/desk/list/verbs";
import { getPool } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { writeSetting } from "@/lib/school/settings";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear, setState } from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

const today = toLocalDay("Europe/Madrid");
const ids = await getCurrentYear();
const actor = (await aMember("secretary")).actor;

const readList = (filters: Filters) => readListPage(actor, { filters, sort: "oldest", cursor: {} });
const setDaysAgo = (reference: string, days: number) =>
  getPool().query(
    "update all_enrollments set created_at = now() - $2 * interval '1 day', answer_by = $3 where reference = $1",
    [reference, days, addDays(today, 15 - days)],
  );

test("desk 7: a filter names a course as the list does, with its degree", async () => {
  const { syllabi } = await readFilterOptions(actor, ids.year);
  expect(syllabi.length).toBeGreaterThan(1);
  expect(syllabi.map(({ id, name }) => [id, name])).toEqual(
    (await getYearStudies(ids.year)).syllabi.map(({ id, name }) => [id, name]).toSorted(),
  );
  expect(syllabi.map(({ name }) => name)).toContain("Escuela de adultos, Nivel 1");
});

test("desk 34: each tab shows the number of its rows, with the other filters", async () => {
  const choice = { student_speciality_option1: ids.piano };
  const references = [];
  for (let index = 0; index < 8; index++) references.push(await createEnrollment(anAdult(choice)));
  const other = await createEnrollment(anAdult());
  const [a = "", b = "", c = "", d = "", e = "", f = "", erased = ""] = references;
  await setState(a, "accepted", ids.piano);
  await setState(b, "accepted", ids.piano);
  await setState(c, "waiting", ids.piano);
  await setState(d, "rejected");
  await setState(e, "withdrawn");
  await setState(other, "accepted", ids.violin);
  await decideAndNotify(
    { reference: f, to: "rejected", reason: "age", tell: "with_list" },
    actor,
    new Date(),
  );
  await getPool().query(
    "update all_people set erased_at = now() where id = (select student_id from enrollments where reference = $1)",
    [erased],
  );
  const filters = { year: ids.year, speciality: ids.piano };
  const { tabs: counts } = await readList(filters);
  expect(counts).toEqual({
    ...{ pending: 1, untold: 1, waiting: 1, accepted: 2, rejected: 2, withdrawn: 1, all: 8 },
  });
  for (const tab of tabs) {
    const shown = toTabFilters(tab, { ...filters, state: "waiting", told: "no" });
    expect([tab, getTab(shown), (await readList(shown)).total]).toEqual([tab, tab, counts?.[tab]]);
  }
});

test("desk 34: with a speciality the accepted and waiting tabs list who has or waits for that place, also in file and counts", async () => {
  const [wantsPiano, wantsViolin] = [ids.piano, ids.violin].map((id) => ({ student_speciality_option1: id }));
  const hasPiano = await createEnrollment(anAdult(wantsViolin));
  const hasViolin = await createEnrollment(anAdult(wantsPiano));
  const waitsForPiano = await createEnrollment(anAdult(wantsViolin));
  const waitsForViolin = await createEnrollment(anAdult(wantsPiano));
  const pending = await createEnrollment(anAdult(wantsPiano));
  await setState(hasPiano, "accepted", ids.piano);
  await setState(hasViolin, "accepted", ids.violin);
  await setState(waitsForPiano, "waiting", ids.piano);
  await setState(waitsForViolin, "waiting", ids.violin);
  await getPool().query("update all_enrollments set assigned_syllabus_id = $2 where reference = $1", [
    waitsForPiano,
    ids.syllabus,
  ]);
  const every = {
    year: ids.year,
    label: await labelled([hasPiano, hasViolin, waitsForPiano, waitsForViolin, pending]),
  };
  const listBoth = async (filters: Filters) => {
    const { rows, total, tabs } = await readList({ ...every, ...filters });
    const file: string[] = [];
    for await (const { reference } of readWholeList(actor, { ...every, ...filters }, "oldest"))
      file.push(reference);
    expect(file).toEqual(rows.map(({ reference }) => reference));
    expect(total).toBe(rows.length);
    if (filters.state) expect(tabs?.[filters.state]).toBe(total);
    return file;
  };
  const speciality = ids.piano;
  expect(await listBoth({ speciality, state: "accepted" })).toEqual([hasPiano]);
  expect(await listBoth({ speciality, state: "waiting" })).toEqual([waitsForPiano]);
  expect(await listBoth({ syllabus: ids.syllabus, state: "waiting" })).toEqual([waitsForPiano]);
  expect(await listBoth({ speciality, state: "pending" })).toEqual([pending]);
  expect(await listBoth({ speciality })).toEqual([hasViolin, waitsForViolin, pending]);
  expect(await listBoth({ speciality, state: "accepted", how: "first" })).toEqual([hasViolin]);
  expect(await listBoth({ speciality, how: "assigned" })).toEqual([hasPiano]);
  expect(await listBoth({ syllabus: ids.syllabus, how: "assigned" })).toEqual([]);
  expect(await listBoth({ how: "assigned" })).toEqual([hasPiano, hasViolin]);
  expect(await listBoth({ how: "waits" })).toEqual([waitsForPiano, waitsForViolin]);
  expect((await readList({ ...every, speciality })).tabs).toEqual({
    ...{ pending: 1, untold: 0, waiting: 1, accepted: 1, rejected: 0, withdrawn: 0, all: 3 },
  });
});

test("desk 7: a list is of one school year, without filters that the year does not have", async () => {
  const other = ids.otherYear;
  const [foreign] = other.specialities as [number];
  const label = await labelled([await createEnrollment(anAdult())]);
  const fitFilters = async (filters: Filters, search?: string) => {
    const asked = { filters, sort: "newest", cursor: {}, search } as const;
    const { query, choices } = await listInYear(actor, asked, ids.year);
    const names = choices.specialities.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    return query.filters;
  };
  const current = { year: ids.year };
  for (const [requested, expected] of [
    [{}, current],
    [
      { state: "pending", label },
      { ...current, state: "pending", label },
    ],
    [{ year: other.id }, { year: other.id }],
    [
      { year: "all", due: "late" },
      { year: "all", due: "late" },
    ],
    [{ speciality: foreign }, { year: other.id, speciality: foreign }],
    [{ ...current, speciality: foreign }, current],
    [
      { ...current, speciality: ids.piano, syllabus: 2_000_000_000 },
      { ...current, speciality: ids.piano },
    ],
    [{ syllabus: ids.syllabus }, { ...current, syllabus: ids.syllabus }],
    [{ year: 2_000_000_000, label: 2_000_000_000 }, current],
  ] satisfies [Filters, Filters][])
    expect(await fitFilters(requested)).toEqual(expected);
  expect([await fitFilters({}, "sealed"), await fitFilters({ year: other.id }, "sealed")]).toEqual([
    {},
    { year: other.id },
  ]);
});

test("desk 34: the promised day is the one of the receipt, and finds late and due enrollments", async () => {
  const late = await createEnrollment(aMinor());
  const now = await createEnrollment(aMinor());
  const dueSoon = await createEnrollment(aMinor());
  const answered = await createEnrollment(aMinor());
  const withMuchTime = await createEnrollment(aMinor());
  const every = { label: await labelled([late, now, dueSoon, answered, withMuchTime]) };
  const stored = (await readList(every)).rows.map(({ answerBy }) => answerBy);
  expect(stored).toEqual(Array(5).fill(addDays(today, 15)));
  for (const [reference, days] of [
    [late, 16],
    [now, 15],
    [dueSoon, 8],
    [answered, 16],
    [withMuchTime, 7],
  ] as const)
    await setDaysAgo(reference, days);
  await setState(answered, "rejected");
  await writeSetting("answer_within_days", 60, async () => {});
  const due = async (filter: Filters["due"]) =>
    (await readList({ ...every, due: filter })).rows.map(({ reference }) => reference);
  expect(await due("late")).toEqual([late]);
  expect(await due("today")).toEqual([now]);
  expect(await due("week")).toEqual([now, dueSoon]);
  // Sent before the day was stored: by the current setting.
  await getPool().query("update all_enrollments set answer_by = null where reference = $1", [late]);
  expect(await due("late")).toEqual([]);
});

test("desk 34: a row lists its missing parts, as the filter finds them", async () => {
  const withoutChoice = await createEnrollment(aMinor());
  const lost = await createEnrollment(aMinor({ student_speciality_option1: ids.piano }));
  await getPool().query(
    "update all_mail_messages set state = 'bounced' where enrollment_id = (select id from enrollments where reference = $1)",
    [lost],
  );
  const complete = await createEnrollment(
    aMinor({ student_speciality_option1: ids.piano, student_name: "Única" }),
  );
  const every = { label: await labelled([withoutChoice, lost, complete]) };
  const rows = (await readList(every)).rows;
  expect(rows.map(({ missing }) => missing.filter((code) => code !== "same"))).toEqual([
    ["choice"],
    ["mail"],
    [],
  ]);
  expect(rows.at(-1)?.missing).toEqual([]);
  for (const missing of ["choice", "mail", "correction", "disagreement", "answer", "same"] as const)
    expect([missing, (await readList({ ...every, missing })).rows.map(({ reference }) => reference)]).toEqual(
      [missing, rows.filter((row) => row.missing.includes(missing)).map(({ reference }) => reference)],
    );
});

test("desk 34: a saved view has filters but no search words, belongs to its member, and is replaced only on request", async () => {
  await saveView({ view: "Cuerda", list: "year=1&state=pending&sort=name&q=sealed" }, actor);
  const same = { view: "Cuerda", list: "state=waiting" };
  await expect(saveView(same, actor)).rejects.toMatchObject({ issues: [{ field: "view", code: "taken" }] });
  await saveView({ ...same, list: "year=1&state=pending&sort=name" }, actor);
  await saveView({ ...same, replace: "yes" }, actor);
  await saveView({ view: "Todo", list: "all" }, actor);
  const [first, second] = await listSavedViews(actor);
  expect([first, second]).toMatchObject([
    { name: "Cuerda", query: "state=waiting" },
    { name: "Todo", query: "all" },
  ]);
  expect(parseListQuery(Object.fromEntries(new URLSearchParams(first?.query))).filters).toEqual({
    state: "waiting",
  });
  const other = (await aMember("head")).actor;
  expect(await listSavedViews(other)).toEqual([]);
  await deleteView({ id: first?.id }, other);
  expect(await listSavedViews(actor)).toHaveLength(2);
  await deleteView({ id: first?.id }, actor);
  expect(await listSavedViews(actor)).toMatchObject([{ name: "Todo" }]);
  await saveView({ view: "Búsqueda", list: "q=sealed&state=pending" }, actor);
  expect((await listSavedViews(actor))[0]?.query).toBe("state=pending");
});

let made = 0;

/** The id of a new label of these enrollments only. */
async function labelled(references: string[]): Promise<number> {
  const label = `lote ${++made}`;
  for (const reference of references) await addLabel({ reference, label }, actor);
  const { rows } = await getPool().query("select id from labels where name = $1", [label]);
  return rows[0].id;
}

test("desk 34: an unknown combination counts as missing in list and filter; the API accepts it (4.4-4)", async () => {
  const { rows: pairs } = await getPool().query<{ taught: boolean; speciality: number; syllabus: number }>(
    `select distinct on (taught) * from (
       select s.id as speciality, y.id as syllabus, exists (
         select from syllabus_specialities t where t.syllabus_id = y.id and t.speciality_id = s.id) as taught
       from specialities s, syllabi y
       where s.school_year_id = $1 and y.school_year_id = $1
         and exists (select from syllabus_specialities t where t.syllabus_id = y.id)
         and not exists (select from syllabus_subjects t where t.syllabus_id = y.id and t.kind = 'speciality')) pairs
     order by taught`,
    [ids.year],
  );
  const references = [];
  for (const { speciality, syllabus } of pairs) {
    const wish = { student_speciality_option1: speciality, student_syllabi_option1: syllabus };
    references.push(await createEnrollment(aMinor(wish)));
  }
  const wish = {
    student_speciality_option2: pairs[0]?.speciality,
    student_syllabi_option1: pairs[0]?.syllabus,
  };
  references.push(
    await createEnrollment(aMinor({ ...wish, student_speciality_option1: pairs[1]?.speciality })),
  );
  references.push(await createEnrollment(aMinor({ student_speciality_option1: pairs[0]?.speciality })));
  const label = await labelled(references);
  const { rows } = await readList({ year: ids.year, label });
  const incomplete = rows.filter(({ missing }) => missing.includes("combination"));
  expect(pairs.map(({ taught }) => taught)).toEqual([false, true]);
  expect(incomplete.map(({ reference }) => reference)).toEqual([references[0], references[2]]);
  const filtered = await readList({ year: ids.year, label, missing: "combination" });
  expect(filtered.rows.map(({ reference }) => reference)).toEqual([references[0], references[2]]);
});

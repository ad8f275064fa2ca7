import { expect, test } from "vitest";
import { createApiKey } from "@/lib/api/keys";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { previewBulk } from "@/lib/desk/bulk/preview";
import { type BulkAction, findBulk, readBulkReport } from "@/lib/desk/bulk/queries";
import { includeDuplicate, setBulkInput } from "@/lib/desk/bulk/schema";
import { selectEnrollments, startBulk } from "@/lib/desk/bulk/verbs";
import { runBulk } from "@/lib/desk/bulk/worker";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { withSandbox } from "@/lib/platform/sandbox";
import { writeSetting } from "@/lib/school/settings";
import { anAdult } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  makeSurnamesDistinct,
  readNotifications,
  setLimit,
  setState,
  setTurn,
} from "@/test/support/domain/decisions";
import { aMember } from "@/test/support/domain/staff";

type Year = Awaited<ReturnType<typeof getCurrentYear>>;

const head = createStaffActor("head");
const now = new Date();

const applyFor = (speciality: number) =>
  createEnrollment(anAdult({ student_speciality_option1: speciality }));

async function queueFor(speciality: number): Promise<string> {
  const reference = await applyFor(speciality);
  await decideAndNotify({ reference, to: "waiting", specialityId: speciality, tell: "now" }, head, now);
  return reference;
}

/** Notified of a place, and reopened since without a notification. */
async function reopenEnrollment(wish: number, previousSpecialityId: number): Promise<string> {
  const reference = await applyFor(wish);
  await decideAndNotify(
    { reference, to: "accepted", specialityId: previousSpecialityId, tell: "now" },
    head,
    now,
  );
  await decideAndNotify({ reference, to: "pending", reason: "family", tell: "with_list" }, head, now);
  return reference;
}

/** In a sandbox one student has a place and another waits with the first turn. */
async function createSandboxEnrollment({ viola, piano }: Year) {
  await createApiKey({ name: "trial", scopes: [], expiresAt: null, mode: "test" });
  const { id } = await prisma().apiKey.findFirstOrThrow();
  const origin = { source: "api", apiKeyId: id, locale: "es" } as const;
  await withSandbox({ sandboxId: id }, async () => {
    const enrollment = await enroll(
      [{ kind: "adult", submitted: anAdult({ student_speciality_option1: viola }) }],
      origin,
    );
    await setState(enrollment.reference, "accepted", viola);
    const other = await enroll([{ kind: "adult", submitted: anAdult() }], origin);
    await setState(other.reference, "waiting", piano);
    await prisma().enrollment.update({ where: { reference: other.reference }, data: { turn: 1 } });
  });
}

/** Families of two guardians by the answer of the second one. */
async function families({ syllabus }: Year) {
  const make = () => aFamily({ student_syllabi_option1: syllabus });
  const [open, settled, silent, denied, apart, both, bothApart, elsewhere] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
  ] as const;
  const createDisagreement = async (
    { second }: typeof open,
    { reference }: typeof open,
    settledAt: Date | null,
  ) => {
    const { id } = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
    const disagreement = { words: "No.", createdAt: now };
    await prisma().disagreement.create({
      data: { enrollmentId: id, guardianId: second, settledAt, ...disagreement },
    });
  };
  await createDisagreement(open, open, null);
  await createDisagreement(settled, settled, now);
  await createDisagreement(elsewhere, settled, now);
  const setGuardianship = (family: typeof open, data: object) =>
    prisma().guardianship.updateMany({ where: { guardianId: family.second }, data });
  await setGuardianship(denied, { deniedAt: now });
  for (const family of [both, bothApart]) await markGuardianConfirmed(family.second);
  for (const family of [apart, bothApart]) await setGuardianship(family, { keptApart: true });
  const byName = { open, settled, silent, denied, apart, both, bothApart, elsewhere };
  return Object.fromEntries(Object.entries(byName).map(([name, { reference }]) => [name, reference]));
}

test("desk 24: the worker does what was previewed, with waiting lists, guardians and another sandbox", async () => {
  const year = await getCurrentYear();
  const { piano, violin, viola } = year;
  await createSandboxEnrollment(year);
  const places = { schoolYearId: year.year, specialityId: viola, syllabusId: null, places: 2 };
  await setLimit(places, head);
  await setLimit({ ...places, specialityId: piano, places: 99 }, head); // each waiting student has a turn
  const named: Record<string, string> = {
    "first of two places": await applyFor(viola),
    "second of two places": await applyFor(viola),
    "one too many": await applyFor(viola),
    "waits, and is not the next": await queueFor(piano),
    "waits with a turn": await queueFor(piano),
    "waits first": await queueFor(violin),
    "waits second": await queueFor(violin),
    "had this very place": await reopenEnrollment(piano, piano),
    "had another place": await reopenEnrollment(violin, piano),
    ...(await families(year)),
  };
  await setTurn(named["waits with a turn"] ?? "", 1);
  const references = Object.values(named);
  await makeSurnamesDistinct(references);
  const getName = (reference: string) =>
    Object.keys(named).find((name) => named[name] === reference) ?? reference;
  const countNotifications = async () => (await Promise.all(references.map(readNotifications))).flat().length;

  const { actor } = await aMember("secretary");
  const id = (await selectEnrollments({ references }, actor)) as string;
  await setBulkInput({ bulk: id, kind: "accepted" }, actor);
  const bulk = (await findBulk(actor, id)) as BulkAction;
  const unasked = (await previewBulk(actor, bulk)).cannot.map(({ code }) => code);
  expect(unasked).not.toContain("guardian_unanswered");

  await writeSetting("second_guardian", "required");
  const preview = await previewBulk(actor, bulk);
  expect(Object.fromEntries(preview.cannot.map(({ reference, code }) => [getName(reference), code]))).toEqual(
    {
      "one too many": "no_place",
      "waits, and is not the next": "not_the_turn",
      open: "disagreement_open",
      silent: "guardian_unanswered",
      elsewhere: "guardian_unanswered",
    },
  );
  const before = await countNotifications();
  await startBulk({ bulk: bulk.id, version: bulk.version, typed: "" }, actor, now);
  await runBulk(id);
  const report = await readBulkReport(actor, (await findBulk(actor, id)) as BulkAction);
  expect(report.skipped).toEqual(preview.cannot);
  await notifyDue(new Date(now.getTime() + 3_600_000));
  expect((await countNotifications()) - before).toBe(preview.mails);
});

test("desk 24: a first choice that the catalogue does not combine is skipped with the reason unless included; a later valid choice is taken", async () => {
  const { year } = await getCurrentYear();
  const { rows } = await getPool().query<{ course: number; taught: number; untaught: number }>(
    `select y.id as course, t.speciality_id as taught, s.id as untaught from syllabi y
       join syllabus_specialities t on t.syllabus_id = y.id
       join specialities s on s.school_year_id = y.school_year_id
         and not exists (select from syllabus_specialities o where o.syllabus_id = y.id and o.speciality_id = s.id)
     where y.school_year_id = $1 limit 1`,
    [year],
  );
  const { course, taught, untaught } = rows[0] as { course: number; taught: number; untaught: number };
  const choose = (student_speciality_option1: number, student_speciality_option2?: number) =>
    createEnrollment(
      anAdult({
        ...{ student_syllabi_option1: course, student_speciality_option1 },
        ...(student_speciality_option2 && { student_speciality_option2 }),
      }),
    );
  const { actor } = await aMember("secretary");
  for (const kind of ["accepted", "waiting"] as const) {
    const [only, later] = [await choose(untaught), await choose(untaught, taught)];
    await makeSurnamesDistinct([only, later]);
    const id = (await selectEnrollments({ references: [only, later] }, actor)) as string;
    await setBulkInput({ bulk: id, kind }, actor);
    const readPreview = async () => (await findBulk(actor, id)) as BulkAction;
    const preview = await previewBulk(actor, await readPreview());
    expect(preview.cannot.map(({ reference, code }) => [reference, code])).toEqual([
      [only, "place_not_taught"],
    ]);
    expect(preview.table.rows.map(({ reference }) => reference)).toEqual([later]);
    if (kind === "accepted") await includeDuplicate({ bulk: id, reference: only }, actor);
    await startBulk({ bulk: id, version: (await readPreview()).version, typed: "" }, actor, now);
    await runBulk(id);
    const report = await readBulkReport(actor, await readPreview());
    expect(report.skipped.map(({ code }) => code)).toEqual(kind === "waiting" ? ["place_not_taught"] : []);
    const places = await prisma().enrollment.findMany({
      where: { reference: { in: [only, later] }, assignedSyllabusId: course },
      orderBy: { createdAt: "asc" },
      select: { assignedSpecialityId: true },
    });
    const assigned = places.map((row) => row.assignedSpecialityId);
    expect(assigned).toEqual(kind === "waiting" ? [taught] : [untaught, taught]);
  }
});

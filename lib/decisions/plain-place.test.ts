import { expect, test } from "vitest";
import { getOneClickPlace, readDecisionHistory } from "@/lib/desk/decide/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import { createEnrollment, getCurrentYear, setLimit, setState } from "@/test/support/domain/decisions";
import { aMember, commandActor } from "@/test/support/domain/staff";
import { decideAndNotify } from "./verbs";

test("admission 10: a place without a limit is given with one click although others wait for it", async () => {
  const ids = await getCurrentYear();
  const { actor } = await aMember("secretary");
  const enrollForViola = () => createEnrollment(anAdult({ student_speciality_option1: ids.viola }));
  const [first, second, newcomer] = [await enrollForViola(), await enrollForViola(), await enrollForViola()];
  const getPlace = async (reference: string) =>
    getOneClickPlace(await readDecisionHistory(actor, reference, "es"));
  for (const reference of [first, second])
    await decideAndNotify(
      { reference, to: "waiting", specialityId: ids.viola, tell: "now" },
      actor,
      new Date(),
    );
  for (const reference of [newcomer, second, first]) {
    expect(await getPlace(reference)).toMatchObject({ specialityId: ids.viola, free: undefined });
    await decideAndNotify({ reference, to: "accepted", specialityId: ids.viola }, actor, new Date());
  }
  const limit = { schoolYearId: ids.year, specialityId: ids.viola, syllabusId: null, places: 3 };
  await setLimit(limit, commandActor);
  expect(await getPlace(await enrollForViola())).toBeUndefined();
});

test("desk 36: one click accepts the first free choice that nobody waits for, announced like the decision before", async () => {
  const ids = await getCurrentYear();
  const { actor } = await aMember("secretary");
  const wishes = { student_speciality_option1: ids.piano, student_speciality_option2: ids.violin };
  const reference = await createEnrollment(anAdult(wishes));
  const other = await createEnrollment(anAdult(wishes));
  const limit = (places: number) =>
    setLimit({ schoolYearId: ids.year, specialityId: ids.piano, syllabusId: null, places }, commandActor);
  const plain = async (as = actor) => getOneClickPlace(await readDecisionHistory(as, reference, "es"));

  await limit(1);
  expect(await plain()).toMatchObject({ specialityId: ids.piano, free: 1, waiting: 0 });
  expect(await plain((await aMember("reader")).actor)).toBeUndefined();
  await setState(other, "waiting", ids.piano);
  expect((await plain())?.specialityId).not.toBe(ids.piano);
  await setState(other, "accepted", ids.piano);
  expect(await plain()).toMatchObject({ specialityId: ids.violin }); // piano is full by now
  await getPool().query(
    "update all_enrollments set decided_state = 'rejected', state = 'rejected' where reference = $1",
    [reference],
  );
  expect(await plain()).toBeUndefined();

  const usual = async () => (await readDecisionHistory(actor, reference, "es")).tell;
  expect(await usual()).toBe("held");
  const third = await createEnrollment(anAdult(wishes));
  await decideAndNotify(
    { reference: third, to: "accepted", specialityId: ids.violin, tell: "with_list" },
    actor,
    new Date(),
  );
  expect(await usual()).toBe("with_list");
});

test("desk 11, 36: one click accepts nobody whose address bounces, because only the decision's page shows it", async () => {
  const ids = await getCurrentYear();
  const { actor } = await aMember("secretary");
  const student = anAdult({ student_speciality_option1: ids.viola });
  const reference = await createEnrollment(student);
  const getPlace = async () => getOneClickPlace(await readDecisionHistory(actor, reference, "es"));
  await setLimit(
    { schoolYearId: ids.year, specialityId: ids.viola, syllabusId: null, places: null },
    commandActor,
  );

  expect(await getPlace()).toMatchObject({ specialityId: ids.viola });
  await prisma().mailSuppression.create({ data: { emailKey: student.student_email, reason: "bounced" } });
  expect(await getPlace()).toBeUndefined();
});

import { beforeEach, describe, expect, test } from "vitest";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { stateNames } from "@/lib/enrollment/states";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { writeSetting } from "@/lib/school/settings";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
  setState,
} from "@/test/support/domain/decisions";
import { decideAsFamily } from "./family/verbs";
import { decideAndNotify } from "./verbs";

// The table of the design: who may make which transition of the announced state.
const table = `
  pending   accepted   secretary head
  pending   rejected   secretary head
  waiting   rejected   secretary head
  pending   waiting    secretary head
  waiting   accepted   secretary head
  pending   withdrawn  secretary head family
  waiting   withdrawn  secretary head family
  accepted  withdrawn  secretary head family
  accepted  pending    head
  rejected  pending    head
  waiting   pending    head
  withdrawn pending    secretary head family
`;
const rows = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));
const pairs = stateNames.flatMap((from) => stateNames.map((to) => [from, to] as const));

const allowed = (from: string, to: string, decider: string) =>
  rows.some(
    ([rowFrom, rowTo, ...deciders]) => rowFrom === from && rowTo === to && deciders.includes(decider),
  );

const year = await getCurrentYear();
await writeSetting("accepted_may_withdraw_until", "2999-01-01");

/** An input with all values that a transition can need. */
const createInput = (to: EnrollmentState) => ({
  specialityId: year.piano,
  reason: {
    rejected: "no_place",
    withdrawn: "no_answer",
    waiting: undefined,
    accepted: "other",
    pending: "other",
  }[to],
  words: "Words.",
});

// Without other waiting enrollments: turns are tested elsewhere.
beforeEach(() => getPool().query("update enrollments set decided_state = 'pending', state = 'pending'"));

describe.each(pairs)("from %s to %s", (from, to) => {
  test.each(["reader", "secretary", "head", "admin"] as const)("as %s", async (role) => {
    const reference = await createEnrollment();
    await setState(reference, from, year.piano);
    const as = { reader: "nobody", secretary: "secretary", head: "head", admin: "head" }[role];
    const decided = decideAndNotify(
      { reference, to, ...createInput(to) },
      createStaffActor(role),
      new Date(),
    );
    if (allowed(from, to, as)) await decided;
    else await expect(decided).rejects.toThrow(/^(not_allowed|no_right)$/);
    const { state, decidedState } = await readStatus(reference);
    expect([state, decidedState]).toEqual([from, allowed(from, to, as) ? to : from]);
  });

  test("as the family", async () => {
    const reference = await createEnrollment();
    await setState(reference, from, year.piano);
    const { id, studentId } = await readStatus(reference);
    if (from === "withdrawn") await setNotifiedNow(id);
    const decided = decideAsFamily({ reference, to: to as "pending" }, studentId, new Date());
    if (allowed(from, to, "family")) await decided;
    else await expect(decided).rejects.toThrow("not_allowed");
    const { state, decidedState } = await readStatus(reference);
    const now = allowed(from, to, "family") ? to : from;
    expect([state, decidedState]).toEqual([now, now]);
  });
});

async function setNotifiedNow(enrollmentId: string) {
  await prisma().decision.create({
    data: {
      id: crypto.randomUUID(),
      enrollmentId,
      schoolYearId: year.year,
      fromState: "pending",
      toState: "withdrawn",
      actorKind: "family",
      status: "told",
      settledAt: new Date(),
    },
  });
}

test("a secretary reverts only what is unannounced", async () => {
  const reference = await createEnrollment();
  const now = new Date();
  await decideAndNotify(
    { reference, to: "accepted", specialityId: year.piano },
    createStaffActor("secretary"),
    now,
  );
  await decideAndNotify({ reference, to: "pending", reason: "other" }, createStaffActor("secretary"), now);
  expect(await readStatus(reference)).toMatchObject({ decidedState: "pending", assignedSpecialityId: null });
  // The family was not notified of the decision, so there is nothing to announce.
  expect(await prisma().decision.count({ where: { enrollment: { reference }, status: "untold" } })).toBe(0);
});

test("a family accepts until the school's last day and reverts within a day", async () => {
  const reference = await createEnrollment();
  await setState(reference, "accepted", year.piano);
  const { studentId, id } = await readStatus(reference);
  await writeSetting("accepted_may_withdraw_until", "2026-01-01");
  const withdraw = () => decideAsFamily({ reference, to: "withdrawn" }, studentId, new Date());
  await expect(withdraw()).rejects.toThrow("day_is_over");
  await writeSetting("accepted_may_withdraw_until", "");
  await expect(withdraw()).rejects.toThrow("day_is_over");
  await writeSetting("accepted_may_withdraw_until", "2999-01-01");
  await expect(decideAsFamily({ reference, to: "withdrawn" }, id, new Date())).rejects.toThrow(
    "not_their_own",
  );
  await withdraw();

  const back = (hours: number) =>
    decideAsFamily({ reference, to: "pending" }, studentId, new Date(Date.now() + hours * 3_600_000));
  await expect(back(24)).rejects.toThrow("day_is_over");
  await back(23);
  expect(await readStatus(reference)).toMatchObject({ state: "pending", assignedSpecialityId: null });
});

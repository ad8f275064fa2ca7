import { expect, test } from "vitest";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { readProposedCalls, setLimits } from "@/lib/decisions/places/verbs";
import { decideAndNotify, settleDisagreement } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { disagree } from "@/lib/family/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import { createStaffActor, getCurrentYear, readStatus } from "@/test/support/domain/decisions";
import { readBoard } from "./board/queries";
import { closeRound, publishFinal, publishProvisional, revertRound } from "./board/verbs";
import { enterDrawNumber, freezeRound, voidDraw } from "./draw/verbs";
import { moveEntry } from "./moves/verbs";
import { openRound, planRound } from "./plan/verbs";
import { findRound, type Round } from "./round";

const head = createStaffActor("head");
const CODE = "2026-held";
const secretary = createStaffActor("secretary");
const round = async (code = CODE) => (await findRound(code)) as Round;
const shown = async (code = CODE) => ({ code, version: (await round(code)).version });

test("admission 3: a disagreement of guardians keeps the place from the round, and its decision waits", async () => {
  const { year, piano } = await getCurrentYear();
  await setLimits(
    { schoolYearId: year, limits: [{ specialityId: piano, syllabusId: null, places: 2 }] },
    head,
  );
  const families = [];
  for (let index = 0; index < 3; index++) families.push(await aFamily({ student_speciality_option1: piano }));
  await planRound({ round: CODE, year, name: "Convocatoria", criteria: [] }, head);
  await openRound(await shown(), head);
  await freezeRound(await shown(), head);
  await enterDrawNumber({ ...(await shown()), number: "048275916" }, { kind: "command" });
  await publishProvisional(await shown(), head);
  const order = (await readBoard(head, await round())).rows.map(({ reference }) => reference);
  const [first, second, third] = order as [string, string, string];
  const guardian = families.find(({ reference }) => reference === first)?.second as string;
  await markGuardianConfirmed(guardian);
  await disagree(guardian, first, "No estoy de acuerdo.", new Date());

  // The desk decides meanwhile: the second has a place in the round, the third has none.
  const wait = (reference: string) =>
    decideAndNotify(
      { reference, to: "waiting", specialityId: piano, tell: "with_list" },
      secretary,
      new Date(),
    );
  for (const reference of [second, third]) await wait(reference);
  await expect(publishFinal(await shown(), head)).rejects.toMatchObject({
    issues: [{ code: "untold_first", values: { count: 1 } }],
  });
  expect(await prisma().decision.count()).toBe(2);
  expect((await round()).state).toBe("provisional");
  await undoDecision({ reference: second }, secretary);

  await publishFinal(await shown(), head);
  expect(await prisma().decision.count({ where: { status: "untold" } })).toBe(2);
  expect(await readStatus(first)).toMatchObject({ decidedState: "pending", turn: 1 });
  expect(await readStatus(second)).toMatchObject({ decidedState: "accepted", turn: 2 });
  expect(await readStatus(third)).toMatchObject({ decidedState: "waiting", turn: 3 });
  await expect(closeRound(await shown(), head)).rejects.toMatchObject({
    issues: [{ code: "places_held", values: { count: 1 } }],
  });
  const accept = { reference: third, to: "accepted" as const, specialityId: piano, tell: "held" as const };
  await expect(decideAndNotify(accept, secretary, new Date())).rejects.toMatchObject({
    code: "round_open",
  });
  expect(await readProposedCalls(head, year)).toEqual([]);

  const { id: disagreement } = await prisma().disagreement.findFirstOrThrow({ select: { id: true } });
  await settleDisagreement({ reference: first, disagreement, settlement: "Hablado." }, head);
  await decideAndNotify(
    {
      reference: first,
      to: "accepted",
      specialityId: piano,
      tell: "held",
      reason: "other",
      internalReason: "De acuerdo.",
    },
    head,
    new Date(),
  );
  await closeRound(await shown(), head);
  expect((await round()).state).toBe("closed");
});

test("admission 1, 5: a reopened list is drawn without the moves of the former one, which stay in the history", async () => {
  const code = "2026-reopened";
  const { year, violin } = await getCurrentYear();
  const place = { specialityId: violin, syllabusId: null };
  await prisma().decision.updateMany({ where: { status: "untold" }, data: { tellAt: new Date() } });
  await notifyDue(new Date());
  await setLimits({ schoolYearId: year, limits: [{ ...place, places: 1 }] }, head);
  for (let index = 0; index < 2; index++) await aFamily({ student_speciality_option1: violin });
  await planRound({ round: code, year, name: "Convocatoria", criteria: [] }, head);
  await openRound(await shown(code), head);
  const draw = async () => {
    await freezeRound(await shown(code), head);
    await enterDrawNumber({ ...(await shown(code)), number: "048275916" }, { kind: "command" });
    const { rows } = await readBoard(head, await round(code));
    return rows.map(({ reference, place, moved }) => [reference, place?.specialityId, moved]);
  };
  const drawn = await draw();
  const moved = drawn.at(-1)?.[0] as string;
  await moveEntry({ ...(await shown(code)), ...place, reference: moved, reason: "Turno." }, head);
  await voidDraw({ ...(await shown(code)), reason: "Faltaba una bola." }, head);
  await revertRound({ ...(await shown(code)), reason: "Faltaba una familia." }, head);
  expect(await draw()).toEqual(drawn);
  expect(await prisma().roundMove.findMany({ select: { reason: true, undoneAt: true } })).toEqual([
    { reason: "Turno.", undoneAt: expect.any(Date) },
  ]);
});

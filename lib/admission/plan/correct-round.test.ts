import { expect, test } from "vitest";
import { checkClaim } from "@/lib/admission/claims/verbs";
import { freezeRound } from "@/lib/admission/draw/verbs";
import { readPublicRound } from "@/lib/admission/queries";
import { findRound } from "@/lib/admission/round";
import { setLimits } from "@/lib/decisions/places/verbs";
import { claimAsFamily } from "@/lib/family/round/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { aFamily } from "@/test/support/data/families";
import { createStaffActor, getCurrentYear } from "@/test/support/domain/decisions";
import { changeRound, discardRound, openRound, planRound, withdrawRound } from "./verbs";

const head = createStaffActor("head");
const criterion = (code: string, points: number, more = {}) =>
  ({ code, es: code, ca: code, en: code, points, source: "claimed", ...more }) as const;
const criteria = [criterion("resident", 3), criterion("large_family", 1)];

const year = await getCurrentYear();
const limit = (specialityId: number) => ({ specialityId, syllabusId: null, places: 1 });
await setLimits({ schoolYearId: year.year, limits: [limit(year.piano), limit(year.violin)] }, head);
const family = await aFamily({ student_speciality_option1: year.piano });

const shown = async (code: string) => ({ code, version: (await findRound(code))?.version ?? -1 });

const plan = (code: string) =>
  planRound({ round: code, year: year.year, name: "Mayo", meritsBy: "2099-05-31", criteria }, head);

const mails = () => prisma().mailMessage.count();

test("admission 1: a plan can change in everything, including code, draw and places, and can be discarded", async () => {
  await plan("plan");
  await plan("other");
  const before = await shown("plan");
  const changed = {
    name: "Junio",
    method: "start" as const,
    drawOn: "2099-06-10",
    criteria: [criterion("own_1", 2)],
    leftOut: [{ specialityId: year.violin, syllabusId: null }],
  };
  await expect(changeRound({ ...before, ...changed, round: "other" }, head)).rejects.toThrow("round_exists");
  await changeRound({ ...before, ...changed, round: "junio" }, head);
  expect(await findRound("plan")).toBeNull();
  const round = await findRound("junio");
  expect(round).toMatchObject({ name: "Junio", method: "start", meritsBy: null });
  expect(round?.criteria.map(({ code, points }) => [code, points])).toEqual([["own_1", 2]]);
  expect(await prisma().roundPlace.findMany({ where: { roundId: round?.id } })).toMatchObject([
    { specialityId: year.violin, leftOut: true },
  ]);
  await expect(changeRound({ ...before, ...changed, code: "junio" }, head)).rejects.toThrow("plan_overtaken");

  for (const code of ["junio", "other"]) await discardRound(await shown(code), head);
  expect(await prisma().round.count()).toBe(0);
});

test("admission 1: a day before that of an earlier step is refused, in a plan and in its correction", async () => {
  const days = { meritsBy: "2099-05-31", drawOn: "", objectionsBy: "2099-06-20", answerBy: "2099-06-20" };
  const wrong = { ...days, objectionsBy: "2099-05-30" };
  const refused = { field: "objectionsBy", code: "day_order" };
  const create = (plan: object) => planRound({ round: "days", year: year.year, name: "Mayo", ...plan }, head);
  await expect(create(wrong)).rejects.toMatchObject({ issues: [refused] });
  await create(days);
  const correction = { ...(await shown("days")), name: "Mayo", ...wrong };
  await expect(changeRound(correction, head)).rejects.toMatchObject({ issues: [refused] });
  await discardRound(await shown("days"), head);
});

test("admission 1: every day that is over is refused, unless a correction keeps it", async () => {
  const days = { meritsBy: "2020-05-31", drawOn: "2020-06-10", answerBy: "2099-06-20" };
  const refused = ["meritsBy", "drawOn"].map((field) => ({ field, code: "day_past" }));
  const create = planRound({ round: "past", year: year.year, name: "Mayo", ...days }, head);
  await expect(create).rejects.toMatchObject({ issues: refused });
  await plan("past");
  await prisma().round.updateMany({ data: { meritsBy: new Date(days.meritsBy) } });
  const change = async (more: object) =>
    changeRound({ ...(await shown("past")), name: "Mayo", meritsBy: days.meritsBy, ...more }, head);
  await expect(change({ meritsBy: "2020-06-01" })).rejects.toMatchObject({ issues: [refused[0]] });
  await change({ answerBy: "2099-06-20" });
  await discardRound(await shown("past"), head);
});

test("admission 1: an open round is corrected with a reason on its page; only claims of a changed criterion start again", async () => {
  await plan("open");
  await openRound(await shown("open"), head);
  const { reference, first } = family;
  await claimAsFamily(first, reference, ["resident", "large_family"], new Date());
  await checkClaim({ reference, criterion: "resident", state: "checked" }, head);
  const sent = await mails();
  const correction = {
    name: "Mayo",
    meritsBy: "2099-06-15",
    criteria: [criterion("resident", 4), criterion("large_family", 1, { es: "Familia numerosa con carnet" })],
  };
  const before = await shown("open");
  await expect(changeRound({ ...before, ...correction }, head)).rejects.toThrow("reason: required");
  await changeRound({ ...before, ...correction, reason: "El plazo era otro." }, head);
  // desk 12: with who changed what
  await expect(changeRound({ ...before, ...correction, reason: "Otra vez." }, head)).rejects.toMatchObject({
    issues: [{ code: "plan_overtaken" }],
    by: {
      action: "round_corrected",
      values: [
        { name: "criteria", old: "resident 3 · large_family 1", new: "resident 4 · large_family 1" },
        { name: "reason", new: "El plazo era otro." },
      ],
    },
  });

  const [step] = (await readPublicRound("open"))?.corrections ?? [];
  expect(step).toMatchObject({ reason: "El plazo era otro." });
  expect(step?.changes).toEqual([
    { what: "meritsBy", from: "2099-05-31", to: "2099-06-15" },
    expect.objectContaining({ what: "criterion", code: "resident" }),
    expect.objectContaining({ what: "criterion", code: "large_family" }),
  ]);
  const merits = await prisma().merit.findMany({
    where: { enrollment: { reference } },
    select: { state: true, criterion: { select: { code: true, points: true } } },
  });
  expect(merits).toEqual([{ state: "checked", criterion: { code: "resident", points: 4 } }]);
  expect(await mails()).toBe(sent);
});

test("admission 1: an open round is withdrawn without a mail, and its page says so; a frozen one is not corrected", async () => {
  const sent = await mails();
  await withdrawRound({ ...(await shown("open")), reason: "Se hará en septiembre." }, head);
  expect(await readPublicRound("open")).toMatchObject({
    state: "closed",
    withdrawn: { reason: "Se hará en septiembre." },
  });
  expect(await mails()).toBe(sent);

  await plan("september");
  await openRound(await shown("september"), head);
  await freezeRound(await shown("september"), head);
  const frozen = { ...(await shown("september")), reason: "Tarde." };
  await expect(changeRound({ ...frozen, name: "Otra" }, head)).rejects.toThrow("round_state");
  await expect(withdrawRound(frozen, head)).rejects.toThrow("round_state");
  await expect(discardRound(frozen, head)).rejects.toThrow("round_state");
});

import { randomInt } from "node:crypto";
import { publishFinal, publishProvisional } from "@/lib/admission/board/verbs";
import { enterDrawNumber, freezeRound } from "@/lib/admission/draw/verbs";
import { defaultCriteria, sharingCriterion } from "@/lib/admission/plan/criteria";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound, type Round } from "@/lib/admission/round";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { getYearStudies } from "@/lib/decisions/place";
import { setLimits } from "@/lib/decisions/places/verbs";
import { prisma } from "@/lib/platform/database/prisma";

const ACTOR = { kind: "command" } as const;

/** 300 places for 800 requests. */
const PLACES_A_REQUEST = 300 / 800;

/**
 * A whole round with invented families. Nobody is notified of it; earlier decisions are, so that it can be
 * frozen.
 * @returns its code and the number of accepted families
 * @throws Error if another round is open
 */
export async function seedRound(families: () => Promise<string[]>, print: (line: string) => void) {
  const open = await prisma().round.findFirst({
    where: { state: { not: "closed" } },
    select: { code: true },
  });
  if (open) throw new Error(`The round ${open.code} is not over: end it at the desk, under Convocatoria.`);
  const references = await families();
  const { schoolYearId } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: references[0] as string },
    select: { schoolYearId: true },
  });
  await prisma().decision.updateMany({
    where: { schoolYearId, status: "untold" },
    data: { tellAt: new Date() },
  });
  await notifyDue(new Date());
  const places = await limitAll(schoolYearId, references.length);
  print(`${references.length} families ask for ${places} places.`);
  const code = `demo-${(await prisma().round.count()) + 1}`;
  const criteria = [...defaultCriteria.filter(({ source }) => source === "claimed"), sharingCriterion];
  await planRound({ round: code, year: schoolYearId, name: "Convocatoria de prueba", criteria }, ACTOR);
  const round = async () => (await findRound(code)) as Round;
  const getTarget = async () => ({ code, version: (await round()).version });
  await openRound(await getTarget(), ACTOR);
  await givePoints(await round(), references);
  await freezeRound(await getTarget(), ACTOR);
  print(`The list is closed: SHA-256 ${(await round()).hash}`);
  const number = String(randomInt(1_000_000_000)).padStart(9, "0");
  await enterDrawNumber({ ...(await getTarget()), number }, ACTOR);
  print(`Drawn: ${number}`);
  await publishProvisional(await getTarget(), ACTOR);
  await publishFinal(await getTarget(), ACTOR);
  const accepted = await prisma().enrollment.count({
    where: { reference: { in: references }, decidedState: "accepted" },
  });
  return { code, accepted };
}

async function limitAll(schoolYearId: number, count: number) {
  const { specialities } = await getYearStudies(schoolYearId);
  const total = Math.max(specialities.length, Math.round(count * PLACES_A_REQUEST));
  const [perSpeciality, remainder] = [Math.floor(total / specialities.length), total % specialities.length];
  const limits = specialities.map(({ id }, index) => ({
    specialityId: id,
    syllabusId: null,
    places: index < remainder ? perSpeciality + 1 : perSpeciality,
  }));
  await setLimits({ schoolYearId, limits }, ACTOR);
  return total;
}

/** Every second family lives in the town, every fifth is large; the office has confirmed both. */
async function givePoints({ criteria }: Round, references: string[]) {
  const enrollments = await prisma().enrollment.findMany({
    where: { reference: { in: references } },
    select: { id: true },
  });
  const [resident, large] = criteria;
  const data = enrollments.flatMap(({ id: enrollmentId }) => [
    ...(resident && randomInt(2) === 0 ? [{ enrollmentId, criterionId: resident.id, state: "checked" }] : []),
    ...(large && randomInt(5) === 0 ? [{ enrollmentId, criterionId: large.id, state: "checked" }] : []),
  ]);
  await prisma().merit.createMany({ data });
}

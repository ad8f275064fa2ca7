import { randomInt } from "node:crypto";
import { typeNumber } from "@/lib/admission/draw";
import { freezeRound } from "@/lib/admission/freeze";
import { openRound, planRound } from "@/lib/admission/plan";
import { publishFinal, publishProvisional } from "@/lib/admission/publish";
import { findRound, type Round } from "@/lib/admission/round";
import { sharing, usualCriteria } from "@/lib/admission/usual-criteria";
import { yearPlaces } from "@/lib/decisions/place";
import { setLimits } from "@/lib/decisions/places/set-limit";
import { prisma } from "@/lib/platform/prisma";

const ACTOR = { kind: "command" } as const;

/** How many places there are for a hundred requests. */
const PLACES_PER_HUNDRED = 37;

/**
 * A whole round with made-up families: limits, points, a frozen list, a number, both lists. Nobody is told.
 * @returns its code, the number drawn, how many have a place
 */
export async function seedRound(references: string[], say: (line: string) => void) {
  const { schoolYearId } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: references[0] as string },
    select: { schoolYearId: true },
  });
  await limitAll(schoolYearId, references.length);
  const code = `demo-${(await prisma().round.count()) + 1}`;
  const criteria = [...usualCriteria.filter(({ source }) => source === "claimed"), sharing];
  await planRound({ round: code, year: schoolYearId, name: "Convocatoria de prueba", criteria }, ACTOR);
  const round = async () => (await findRound(code)) as Round;
  const shown = async () => ({ code, version: (await round()).version });
  await openRound(await shown(), ACTOR);
  await givePoints(await round(), references);
  await freezeRound(await shown(), ACTOR);
  say(`The list is closed: SHA-256 ${(await round()).hash}`);
  const number = String(randomInt(1_000_000_000)).padStart(9, "0");
  await typeNumber({ ...(await shown()), number }, ACTOR);
  say(`Drawn: ${number}`);
  await publishProvisional(await shown(), ACTOR);
  await publishFinal(await shown(), ACTOR);
  return { code, number };
}

async function limitAll(schoolYearId: number, count: number) {
  const { specialities } = await yearPlaces(schoolYearId);
  const places = Math.max(1, Math.round((count * PLACES_PER_HUNDRED) / 100 / specialities.length));
  const limits = specialities.map(({ id }) => ({ specialityId: id, syllabusId: null, places }));
  await setLimits({ schoolYearId, limits }, ACTOR);
}

/** Each second lives in the town, each fifth is of a large family: the office has checked it. */
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

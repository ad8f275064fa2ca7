import { DecisionError } from "@/lib/decisions/decision-error";
import { getYearStudies } from "@/lib/decisions/place";
import { setLimits } from "@/lib/decisions/places/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { readPlaceCounts } from "@/lib/desk/places/queries";
import { prisma } from "@/lib/platform/database/prisma";

const ACTOR = { kind: "command" } as const;

const FREE_PLACES = 3;

const UNDECIDED_COUNT = 12;

const decisions = [
  { to: "accepted", tell: "now" },
  { to: "accepted", tell: "now" },
  { to: "waiting", tell: "now" },
  { to: "accepted", tell: "with_list" },
  { to: "rejected", tell: "now", reason: "age", words: "El año que viene tendrá la edad: os esperamos." },
  { to: "accepted", tell: "now" },
  { to: "waiting", tell: "now" },
  { to: "withdrawn", tell: "now", reason: "family" },
  { to: "accepted", tell: "with_list" },
  { to: "rejected", tell: "with_list", reason: "requirements" },
] as const;

/** The second speciality is full; the newest families stay undecided. */
export async function seedDecisions(references: string[], now: Date): Promise<void> {
  const older = references.slice(0, -UNDECIDED_COUNT);
  const [first] = older;
  if (!first) return;
  const { schoolYearId } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: first },
    select: { schoolYearId: true },
  });
  const specialities = (await getYearStudies(schoolYearId)).specialities.map(({ id }) => id);
  const [, second] = specialities;
  for (const [index, reference] of older.entries()) {
    const decision = decisions[index % decisions.length] as (typeof decisions)[number];
    const place = decision.to === "waiting" ? await findChosenPlace(reference, second) : {};
    if (place) await applyDecision({ ...decision, reference, ...place }, now);
  }
  await limitAll(schoolYearId, specialities, (id) => (id === second ? 0 : FREE_PLACES));
}

async function findChosenPlace(reference: string, speciality: number | undefined) {
  const choices = await prisma().specialityChoice.findMany({
    where: { enrollment: { reference } },
    orderBy: { option: "asc" },
    select: { specialityId: true },
  });
  return choices.find(({ specialityId }) => specialityId === speciality) ?? choices[0];
}

type DemoDecision = (typeof decisions)[number] & { reference: string; specialityId?: number };

/** Skips families without a choice. Notified ones get their mail, if the address works. */
async function applyDecision(decision: DemoDecision, now: Date) {
  try {
    await decideAndNotify(decision, ACTOR, now);
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
  }
  const queued = { enrollment: { reference: decision.reference }, state: "queued" } as const;
  const bounced = (await prisma().mailSuppression.findMany()).map(({ emailKey }) => emailKey);
  await prisma().mailMessage.updateMany({
    where: { ...queued, person: { emailKey: { in: bounced } } },
    data: { state: "failed", failedAt: now, lastError: "address_suppressed" },
  });
  await prisma().mailMessage.updateMany({
    where: queued,
    data: { state: "delivered", sentAt: now, deliveredAt: now },
  });
}

async function limitAll(schoolYearId: number, specialities: number[], free: (id: number) => number) {
  const places = specialities.map((specialityId) => ({ specialityId, syllabusId: null }));
  const counts = await readPlaceCounts(schoolYearId, places);
  const limits = places.map((place, index) => ({
    ...place,
    places: (counts[index]?.decided ?? 0) + free(place.specialityId),
  }));
  await setLimits({ schoolYearId, limits }, ACTOR);
}

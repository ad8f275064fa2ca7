import type { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { readBoard } from "@/lib/admission/board";
import { typeNumber } from "@/lib/admission/draw";
import { freeze } from "@/lib/admission/freeze";
import { limitsOf, withGiven } from "@/lib/admission/frozen";
import { finish } from "@/lib/admission/publish";
import { publishedOf } from "@/lib/admission/published";
import { findRound, OF_EVERYBODY, type Round } from "@/lib/admission/round";
import { holdEntries } from "@/lib/admission/write-result";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { givenPlaces } from "@/lib/decisions/read-year";
import { tellDecision } from "@/lib/decisions/tell";
import { onList } from "@/lib/decisions/tell-list";
import { parse } from "@/lib/enrollment/parse";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { currentSandbox } from "@/lib/platform/sandbox";
import { type drawnRound, newRound } from "./round-schema";

type NewRound = z.output<typeof newRound>;

const actor = { kind: "sandbox" } as const;

/**
 * A whole round with the pending enrollments of the sandbox at work: frozen, drawn, published and told (admission 9).
 * The same enrollments, points and number give the same list.
 * @throws AppError `validation_failed`
 */
export async function drawInSandbox(submitted: unknown): Promise<z.output<typeof drawnRound>> {
  const input = parse(newRound, submitted);
  await refuseUnknown(input);
  const now = new Date();
  const drawn = await prisma().$transaction((tx) => drawAll(tx, input, now), OF_EVERYBODY);
  const untold = await prisma().decision.findMany({
    where: onList(input.school_year_id, { not: null }),
    select: { id: true },
  });
  for (const { id } of untold) await tellDecision(id, now); // what is left when this ends here the worker tells
  return drawn;
}

async function refuseUnknown({ school_year_id, places = [] }: NewRound) {
  const year = (await catalogueSnapshot()).byYear.get(school_year_id);
  if (!year)
    throw new AppError("validation_failed", [{ field: "school_year_id", code: "school_year_unavailable" }]);
  for (const { speciality_id: speciality, syllabus_id: syllabus } of places) {
    const named = speciality !== undefined || syllabus !== undefined;
    const known =
      named &&
      (speciality === undefined || year.specialities.ids.has(speciality)) &&
      (syllabus === undefined || year.syllabi.ids.has(syllabus));
    if (!known)
      throw new AppError("validation_failed", [{ field: "places", code: "speciality_unavailable" }]);
  }
}

async function drawAll(tx: Prisma.TransactionClient, input: NewRound, now: Date) {
  // Two requests at once would take the same number for their rounds.
  const lock = `sandbox round ${currentSandbox().sandboxId}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const round = await openOwn(tx, input);
  const doing = { tx, actor, now, audit: async () => {} };
  const limits = await limitsFor(tx, round, input);
  await freeze(tx, round, limits, (change) => step(tx, round, { state: "frozen", ...change }), now);
  const { code } = round;
  await typeNumber({ code, version: round.version, number: input.number }, actor, now, tx);
  await holdEntries(tx, round);
  const board = await readBoard(actor, round, tx);
  await step(tx, round, {
    state: "provisional",
    provisional: await publishedOf(board, round.schoolYearId),
    provisionalAt: now,
  });
  await finish(doing, { ...round, state: "provisional" }, board);
  await tx.decision.updateMany({ where: onList(round.schoolYearId, null), data: { tellAt: now } });
  await step(tx, round, { state: "closed", finalPublicAt: now });
  const { hash } = await tx.round.findUniqueOrThrow({ where: { id: round.id }, select: { hash: true } });
  return {
    code,
    number: input.number,
    hash: hash ?? "",
    list: board.lines.map(({ reference, total, place, rank }, at) => ({
      reference,
      points: total,
      position: at + 1,
      speciality_id: place?.specialityId ?? null,
      syllabus_id: place?.syllabusId ?? null,
      rank,
    })),
  };
}

const step = async (tx: Prisma.TransactionClient, { id }: Round, data: Prisma.RoundUpdateInput) => {
  await tx.round.update({ where: { id }, data, select: { id: true } });
};

/** A round of the sandbox's own, with its criteria and who has what they count. */
async function openOwn(
  tx: Prisma.TransactionClient,
  { school_year_id, criteria = [] }: NewRound,
): Promise<Round> {
  const code = `sandbox-${(await tx.round.count()) + 1}`;
  await tx.round.create({
    data: { code, name: code, schoolYearId: school_year_id, state: "open" },
    select: { code: true },
  });
  const { id } = (await findRound(code, tx)) as Round;
  for (const [at, { code: own, points, references }] of criteria.entries()) {
    const words = { es: own, ca: own, en: own };
    const { id: criterionId } = await tx.criterion.create({
      data: { roundId: id, code: own, position: at + 1, ...words, points, source: "claimed" },
    });
    const whose = await tx.enrollment.findMany({
      where: { reference: { in: references }, schoolYearId: school_year_id },
      select: { id: true },
    });
    await tx.merit.createMany({
      data: whose.map(({ id: enrollmentId }) => ({ enrollmentId, criterionId, state: "checked" })),
    });
  }
  return (await findRound(code, tx)) as Round;
}

async function limitsFor(tx: Prisma.TransactionClient, round: Round, { places }: NewRound) {
  if (!places) return limitsOf(tx, round);
  const given = await givenPlaces(tx, round.schoolYearId);
  return places.map(({ speciality_id, syllabus_id, places }) =>
    withGiven({ specialityId: speciality_id ?? null, syllabusId: syllabus_id ?? null, places }, given),
  );
}

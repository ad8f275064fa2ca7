import type { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { createPublishedList, readBoard } from "@/lib/admission/board/queries";
import { finishRound, lockEntries } from "@/lib/admission/board/verbs";
import { addGivenCount, readRoundLimits } from "@/lib/admission/draw/queries";
import { enterDrawNumber, freezeInTransaction } from "@/lib/admission/draw/verbs";
import { findRound, LONG_TRANSACTION, type Round } from "@/lib/admission/round";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { notifyDecision, whereOnList } from "@/lib/decisions/notifications/verbs";
import { countTakenPlaces } from "@/lib/decisions/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError, type FieldCode, type FieldIssue } from "@/lib/platform/errors";
import { getCurrentSandbox } from "@/lib/platform/sandbox";
import { parseInput } from "@/lib/platform/schema";
import { listUnknownStudies } from "@/lib/sandbox/queries";
import { type drawnRoundSchema, sandboxRoundSchema } from "@/lib/sandbox/schema";

type NewRound = z.output<typeof sandboxRoundSchema>;

const actor = { kind: "sandbox" } as const;

/**
 * Runs a whole round with the sandbox's pending enrollments: freezes, draws, publishes and announces it (admission
 * 9). Deterministic for the same input.
 * @throws AppError `validation_failed`
 */
export async function drawInSandbox(submitted: unknown): Promise<z.output<typeof drawnRoundSchema>> {
  const input = parseInput(sandboxRoundSchema, submitted);
  await assertKnownPlaces(input);
  const now = new Date();
  const result = await prisma().$transaction((tx) => drawAll(tx, input, now), LONG_TRANSACTION);
  const unnotified = await prisma().decision.findMany({
    where: whereOnList(input.school_year_id, { not: null }),
    select: { id: true },
  });
  for (const { id } of unnotified) await notifyDecision(id, now); // after a crash the worker does the rest
  return result;
}

async function assertKnownPlaces({ school_year_id, places = [] }: NewRound) {
  if (!(await getCatalogueSnapshot()).byYear.has(school_year_id))
    throw new AppError("validation_failed", [{ field: "school_year_id", code: "school_year_unavailable" }]);
  for (const [index, { speciality_id: specialityId, syllabus_id: syllabusId }] of places.entries()) {
    const isNamed = specialityId !== undefined || syllabusId !== undefined;
    const unknown = await listUnknownStudies(school_year_id, { specialityId, syllabusId });
    const [first] = isNamed ? unknown : [NO_STUDY];
    if (first) throw createNestedError(`places/${index}/${first.field}`, first.code);
  }
}

const NO_STUDY: FieldIssue = { field: "speciality_id", code: "required" };

function createNestedError(path: string, code: FieldCode): AppError {
  const [field = ""] = path.split("/");
  return new AppError("validation_failed", [{ field, code, pointer: `/${path}` }]);
}

async function drawAll(tx: Prisma.TransactionClient, input: NewRound, now: Date) {
  // Serialises requests, which would use the same round code.
  const lock = `sandbox round ${getCurrentSandbox().sandboxId}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const round = await createRound(tx, input);
  const context = { tx, actor, now, audit: async () => {} };
  const limits = await readLimits(tx, round, input);
  await freezeInTransaction(
    tx,
    round,
    limits,
    (change) => updateRound(tx, round, { state: "frozen", ...change }),
    now,
  );
  const { code } = round;
  await enterDrawNumber({ code, version: round.version, number: input.number }, actor, now, tx);
  await lockEntries(tx, round);
  const board = await readBoard(actor, round, tx);
  await updateRound(tx, round, {
    state: "provisional",
    provisional: await createPublishedList(board, round),
    provisionalAt: now,
  });
  await finishRound(context, { ...round, state: "provisional" }, board);
  await tx.decision.updateMany({ where: whereOnList(round.schoolYearId, null), data: { tellAt: now } });
  await updateRound(tx, round, { state: "closed", finalPublicAt: now });
  const { hash } = await tx.round.findUniqueOrThrow({ where: { id: round.id }, select: { hash: true } });
  return {
    code,
    number: input.number,
    hash: hash ?? "",
    list: board.rows.map(({ reference, total, place, rank }, index) => ({
      reference,
      points: total,
      position: index + 1,
      speciality_id: place?.specialityId ?? null,
      syllabus_id: place?.syllabusId ?? null,
      rank,
    })),
  };
}

const updateRound = async (tx: Prisma.TransactionClient, { id }: Round, data: Prisma.RoundUpdateInput) => {
  await tx.round.update({ where: { id }, data, select: { id: true } });
};

/** Creates a round with criteria, and the enrollments that have them. */
async function createRound(
  tx: Prisma.TransactionClient,
  { school_year_id, criteria = [] }: NewRound,
): Promise<Round> {
  const code = `sandbox-${(await tx.round.count()) + 1}`;
  await tx.round.create({
    data: { code, name: code, schoolYearId: school_year_id, state: "open" },
    select: { code: true },
  });
  const { id } = (await findRound(code, tx)) as Round;
  for (const [index, { code: criterionCode, points, references }] of criteria.entries()) {
    const names = { es: criterionCode, ca: criterionCode, en: criterionCode };
    const { id: criterionId } = await tx.criterion.create({
      data: { roundId: id, code: criterionCode, position: index + 1, ...names, points, source: "claimed" },
    });
    const enrollments = await tx.enrollment.findMany({
      where: { reference: { in: references }, schoolYearId: school_year_id },
      select: { id: true },
    });
    if (enrollments.length < new Set(references).size)
      throw createNestedError(`criteria/${index}/references`, "invalid_value");
    await tx.merit.createMany({
      data: enrollments.map(({ id: enrollmentId }) => ({ enrollmentId, criterionId, state: "checked" })),
    });
  }
  return (await findRound(code, tx)) as Round;
}

async function readLimits(tx: Prisma.TransactionClient, round: Round, { places }: NewRound) {
  if (!places) return readRoundLimits(tx, round);
  const counts = await countTakenPlaces(tx, round.schoolYearId);
  return places.map(({ speciality_id, syllabus_id, places }) =>
    addGivenCount({ specialityId: speciality_id ?? null, syllabusId: syllabus_id ?? null, places }, counts),
  );
}

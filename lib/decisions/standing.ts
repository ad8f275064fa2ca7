import { Prisma } from "@/generated/prisma/client";
import { isOver, stateNames } from "@/lib/enrollment/states";
import { DecisionRefusal } from "./refusal";

const untold = {
  id: true,
  enrollmentId: true,
  fromState: true,
  toState: true,
  specialityId: true,
  syllabusId: true,
  words: true,
  beforeSpecialityId: true,
  beforeSyllabusId: true,
  tellAt: true,
  withList: true,
  decidedAt: true,
  reason: { select: { code: true, es: true, ca: true, en: true } },
} satisfies Prisma.DecisionSelect;

/** What a standing is read from. */
export const standing = {
  id: true,
  reference: true,
  schoolYearId: true,
  studentId: true,
  createdAt: true,
  version: true,
  state: true,
  decidedState: true,
  assignedSpecialityId: true,
  assignedSyllabusId: true,
  turn: true,
  gaveUpAt: true,
  student: { select: { erasedAt: true } },
  decisions: { where: { status: "untold" }, select: untold },
} satisfies Prisma.EnrollmentSelect;

type Row = Prisma.EnrollmentGetPayload<{ select: typeof standing }>;

/** The one decision that nobody has been told of. */
export type Untold = Row["decisions"][number];

/** How an enrollment stands: what is told, what is decided, where. */
export type Standing = Omit<Row, "decisions"> & { untold: Untold | undefined };

type Which = { reference: string } | { id: string };

/** @throws DecisionRefusal `unknown_enrollment` */
export async function readStanding(db: Prisma.TransactionClient, which: Which): Promise<Standing> {
  const row = await db.enrollment.findUnique({ where: which, select: standing });
  if (!row) throw new DecisionRefusal("unknown_enrollment");
  return standingIn(row);
}

/** How a row that was read as `standing` stands. */
export function standingIn({ decisions, ...rest }: Row): Standing {
  return { ...rest, untold: decisions[0] };
}

/** Reads it and holds its row, so that of two who decide on it one comes after the other. */
export async function lockStanding(tx: Prisma.TransactionClient, which: Which): Promise<Standing> {
  if ("id" in which) await tx.$queryRaw`select 1 from enrollments where id = ${which.id}::uuid for update`;
  else await tx.$queryRaw`select 1 from enrollments where reference = ${which.reference} for update`;
  return readStanding(tx, which);
}

type Change = Partial<Pick<Row, "state" | "decidedState" | "assignedSpecialityId" | "assignedSyllabusId">> & {
  keepsPlaceAt?: null;
  gaveUpAt?: Date;
};

/**
 * The one statement that writes how an enrollment stands. Where `state` is in it the database counts and tells that
 * (prisma/sql/functions: count_told_change, record_told_event).
 * @throws DecisionRefusal `changed_meanwhile` when it no longer stands as it was read; `another_stands` when
 *   the student has another enrollment for the year, and this one would be put back beside it
 */
export async function writeStanding(tx: Prisma.TransactionClient, before: Standing, change: Change) {
  const { id, version, state, decidedState } = before;
  await refuseSecond(tx, before, change);
  const where = { id, version, state, decidedState };
  const data = { ...change, version: version + 1 };
  const { count } = await tx.enrollment.updateMany({ where, data }).catch(refuseTaken);
  if (count === 0) throw new DecisionRefusal("changed_meanwhile");
}

/** One enrollment a student and year: a withdrawn one is put back while no other stands. */
async function refuseSecond(tx: Prisma.TransactionClient, before: Standing, change: Change) {
  const { id, studentId, schoolYearId, state, decidedState } = before;
  const stoodAside = isOver(state) && isOver(decidedState);
  if (!stoodAside || !change.decidedState || isOver(change.decidedState)) return;
  const over = { in: stateNames.filter(isOver) };
  const other = await tx.enrollment.findFirst({
    where: { id: { not: id }, studentId, schoolYearId, NOT: { state: over, decidedState: over } },
    select: { id: true },
  });
  if (other) throw new DecisionRefusal("another_stands");
}

/** Against one that is being sent at this moment the unique index decides. */
function refuseTaken(error: unknown): never {
  const taken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
  throw taken ? new DecisionRefusal("another_stands") : error;
}

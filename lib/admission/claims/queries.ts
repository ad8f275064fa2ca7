import { Prisma } from "@/generated/prisma/client";
import type { Criterion, Round } from "@/lib/admission/round";
import { claimableSources, findActiveRound, isClaimable } from "@/lib/admission/round";
import { STATES_WITH_PLACE } from "@/lib/enrollment/sql";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { createCache } from "@/lib/platform/cache";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { getSchoolToday } from "@/lib/school/settings";

export type PointsRow = [code: string, points: number];

type CriterionPointsRow = { enrollmentId: string; code: string; points: number };

/**
 * The points of enrollments, in the order of the criteria: counted automatically, checked claims and given scores.
 * Only the highest criterion of a group counts; `points` is the total.
 */
export async function readPoints(
  tx: Prisma.TransactionClient,
  criteria: Criterion[],
  enrollmentIds: string[],
): Promise<Map<string, { merits: PointsRow[]; points: number }>> {
  const rows = [...(await readCheckedPoints(tx, criteria, enrollmentIds))];
  for (const criterion of criteria) rows.push(...(await countPoints(tx, criterion, enrollmentIds)));
  const pointsByKey = new Map(
    rows.map(({ enrollmentId, code, points }) => [`${enrollmentId}/${code}`, points]),
  );
  const entries = enrollmentIds.map((id) => {
    const criterionPoints = criteria.flatMap((criterion) => {
      const points = pointsByKey.get(`${id}/${criterion.code}`);
      return points === undefined ? [] : [{ criterion, points }];
    });
    const merits = pickHighestByGroup(criterionPoints);
    return [id, { merits, points: merits.reduce((total, [, points]) => total + points, 0) }] as const;
  });
  return new Map(entries);
}

/** The criteria counted automatically for an enrollment now, including all of a group. */
export async function findCountedCriteria(
  tx: Prisma.TransactionClient,
  criteria: Criterion[],
  enrollmentId: string,
): Promise<Criterion[]> {
  const isMet = await Promise.all(
    criteria.map(async (criterion) => (await countPoints(tx, criterion, [enrollmentId])).length > 0),
  );
  return criteria.filter((_, index) => isMet[index]);
}

/** What a check depends on. */
export const claimColumns = { state: true, mark: true, checkedAt: true } as const;

type ClaimResult = { state: string; mark: number | null; checkedAt: Date | null };

/** Differs after each check; for forms, which carry what their page showed (desk 12). */
export const getClaimVersion = (claim: ClaimResult | null | undefined): string =>
  claim ? [claim.state, claim.mark, claim.checkedAt?.toISOString()].join(" ") : "none";

const PAGE_SIZE = 50;

const student = { select: { name: true, surname: true } } as const;

export async function listPendingClaims(actor: Actor, { id }: Pick<Round, "id">) {
  requirePermission(actor, "read");
  return prisma().merit.findMany({
    where: { state: "claimed", criterion: { roundId: id, source: "claimed" } },
    orderBy: [{ createdAt: "asc" }, { enrollmentId: "asc" }],
    take: PAGE_SIZE,
    select: {
      ...claimColumns,
      criterion: { select: { code: true, es: true, ca: true, en: true, points: true } },
      enrollment: { select: { reference: true, student } },
    },
  });
}

export async function listGivenScores(actor: Actor, criterionId: number) {
  requirePermission(actor, "read");
  const where = { criterionId, state: "checked" };
  const [count, last] = await Promise.all([
    prisma().merit.count({ where }),
    prisma().merit.findMany({
      where,
      orderBy: [{ checkedAt: "desc" }, { enrollmentId: "asc" }],
      take: PAGE_SIZE,
      select: { mark: true, enrollment: { select: { reference: true, student } } },
    }),
  ]);
  return { count, last };
}

type CriterionPoints = { criterion: Pick<Criterion, "code" | "group">; points: number };

/** Keeps the highest criterion of each group, on a tie the first. */
function pickHighestByGroup(criterionPoints: CriterionPoints[]): PointsRow[] {
  const isHighest = (candidate: CriterionPoints) => {
    const { group } = candidate.criterion;
    if (!group) return true;
    const rivals = criterionPoints.filter((other) => other.criterion.group === group);
    return candidate === rivals.reduce((best, other) => (other.points > best.points ? other : best));
  };
  return criterionPoints.filter(isHighest).map(({ criterion: { code }, points }) => [code, points]);
}

async function readCheckedPoints(
  tx: Prisma.TransactionClient,
  criteria: Criterion[],
  ids: string[],
): Promise<CriterionPointsRow[]> {
  const storedIds = criteria.filter(({ source }) => source !== "shares").map(({ id }) => id);
  return tx.$queryRaw<CriterionPointsRow[]>`
    select m.enrollment_id::text as "enrollmentId", c.code, least(m.mark, c.points) as points
    from merits m join criteria c on c.id = m.criterion_id
    where m.state = 'checked' and m.criterion_id = any(${storedIds}::int[]) and m.enrollment_id = any(${ids}::uuid[])`;
}

async function countPoints(
  tx: Prisma.TransactionClient,
  criterion: Criterion,
  ids: string[],
): Promise<CriterionPointsRow[]> {
  const { source, code, points } = criterion;
  const conditionSql = source === "counted" ? getConditionSql(criterion) : undefined;
  if (!conditionSql) return [];
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select e.id::text from enrollments e join school_years y on y.id = e.school_year_id
    where e.id = any(${ids}::uuid[]) and ${conditionSql}`;
  return rows.map(({ id }) => ({ enrollmentId: id, code, points }));
}

/** The SQL condition of a counted criterion for enrollment `e` in year `y`. */
function getConditionSql({ counts, fromYears, years }: Criterion): Prisma.Sql | undefined {
  const previousYear = Prisma.sql`(select max(b.start_school_year) from school_years b where b.start_school_year < y.start_school_year)`;
  if (counts === "sibling") {
    // A second guardian counts only when confirmed, because the points reveal that there is another child.
    const isActiveSql = (guardianship: string) =>
      Prisma.raw(
        `(${guardianship}.position = 1 or (${guardianship}.confirmed_at is not null and ${guardianship}.denied_at is null))`,
      );
    return Prisma.sql`exists (
      select from guardianships own
      join guardianships other on other.guardian_id = own.guardian_id and other.student_id <> own.student_id and ${isActiveSql("other")}
      join enrollments x on x.student_id = other.student_id and x.state in ${STATES_WITH_PLACE}
      join school_years z on z.id = x.school_year_id
      where own.student_id = e.student_id and ${isActiveSql("own")}
        and z.start_school_year between ${previousYear} and y.start_school_year)`;
  }
  if (counts === "last_year") {
    return Prisma.sql`exists (
      select from enrollments x join school_years z on z.id = x.school_year_id
      where x.student_id = e.student_id and x.state in ${STATES_WITH_PLACE} and z.start_school_year = ${previousYear})`;
  }
  if (counts === "asked_before") {
    return Prisma.sql`exists (
      select from enrollments x join school_years z on z.id = x.school_year_id
      where x.student_id = e.student_id and x.state in ('waiting', 'rejected')
        and z.start_school_year in (
          select b.start_school_year from school_years b where b.start_school_year < y.start_school_year
          order by b.start_school_year desc limit ${years}::int))`;
  }
  if (counts === "age") {
    return Prisma.sql`exists (
      select from people p
      where p.id = e.student_id and extract(year from age(y.start_school_year, p.birth_date))
        between ${fromYears ?? 0}::int and ${years ?? 999}::int)`;
  }
  return undefined;
}

/** The active round of a year in which families can claim points; undefined without one or after its last day. */
export async function findRoundTakingClaims(
  schoolYearId: number,
  db: Prisma.TransactionClient = prisma(),
): Promise<Round | undefined> {
  const round = await findActiveRound(schoolYearId, db);
  if (round?.state !== "open" || !round.criteria.some(isClaimable)) return undefined;
  return round.meritsBy && toDay(round.meritsBy) < (await getSchoolToday()) ? undefined : round;
}

type CriterionText = Pick<Criterion, "code" | "es" | "ca" | "en" | "points" | "source">;

/** The criteria that a round shows in the form: claimable ones, and those counted automatically. */
type ClaimForm = { claims: CriterionText[]; counted: CriterionText[] };

type ClaimRound = { schoolYearId: number; meritsBy: Date | null; criteria: CriterionText[] };

const NO_ROUNDS: ClaimRound[] = [];

const getClaimRounds = createCache("rounds that ask", "rounds", async (): Promise<ClaimRound[]> => {
  const rounds = await prisma().round.findMany({
    where: { state: "open", criteria: { some: { source: { in: [...claimableSources] } } } },
    select: {
      schoolYearId: true,
      meritsBy: true,
      criteria: {
        orderBy: { position: "asc" },
        select: { code: true, es: true, ca: true, en: true, points: true, source: true },
      },
    },
  });
  return rounds.length === 0 ? NO_ROUNDS : rounds;
});

/** Empty in a sandbox, whose rounds run in one step (admission 9). */
export const listAskingRounds = async (): Promise<ClaimRound[]> =>
  getCurrentSandbox().sandboxId === LIVE ? getClaimRounds() : NO_ROUNDS;

/** The claim forms on a day, by school year; without rounds whose last day has passed (admission 2). */
export const getClaimForms = (rounds: ClaimRound[], today: Day): Map<number, ClaimForm> =>
  new Map(
    rounds
      .filter(({ meritsBy }) => !meritsBy || toDay(meritsBy) >= today)
      .map(({ schoolYearId, criteria }) => [
        schoolYearId,
        { claims: criteria.filter(isClaimable), counted: criteria.filter((row) => !isClaimable(row)) },
      ]),
  );

/** Whether families may object now: the list is provisional and the last day has not passed. */
export async function canObject({
  state,
  objectionsBy,
}: Pick<Round, "state" | "objectionsBy">): Promise<boolean> {
  return state === "provisional" && (!objectionsBy || toDay(objectionsBy) >= (await getSchoolToday()));
}

/** What the final list waits for (admission 6): unanswered objections, and the last day while it is not over. */
export async function findObjectionBlockers(
  { id, objectionsBy }: Round,
  db: Prisma.TransactionClient = prisma(),
) {
  const lastDay = objectionsBy ? toDay(objectionsBy) : "";
  return {
    unanswered: await db.objection.count({ where: { roundId: id, answeredAt: null } }),
    lastDay: lastDay >= (await getSchoolToday()) ? lastDay : undefined,
  };
}

export async function listObjections(actor: Actor, roundId: number) {
  requirePermission(actor, "read");
  return prisma().objection.findMany({
    where: { roundId },
    orderBy: [{ answeredAt: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    select: {
      id: true,
      words: true,
      createdAt: true,
      answer: true,
      upheld: true,
      answeredAt: true,
      enrollment: {
        select: {
          reference: true,
          student: { select: { name: true, surname: true } },
          merits: { select: { criterionId: true, ...claimColumns } },
        },
      },
    },
  });
}

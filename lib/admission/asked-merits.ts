import { createCache } from "@/lib/platform/changes";
import { type Day, toDay } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import type { QueryRunner } from "@/lib/platform/queries";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { claimableSources, isClaimable } from "./merits";
import type { Criterion } from "./round";

type CriterionText = Pick<Criterion, "code" | "es" | "ca" | "en" | "points" | "source">;

/** What a round asks of whoever enrolls in its year: what families claim, and what the school says by itself. */
export type ClaimForm = { claims: CriterionText[]; counted: CriterionText[] };

type AskingRound = { schoolYearId: number; meritsBy: Date | null; criteria: CriterionText[] };

const NONE: AskingRound[] = [];

/** The school's open rounds that ask something; the same object until that changes. */
const allAsking = createCache("rounds that ask", "rounds", async (): Promise<AskingRound[]> => {
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
  return rounds.length === 0 ? NONE : rounds;
});

/** The same where a form is filled in now: a sandbox's rounds are over as soon as they begin (admission 9). */
export const listAskingRounds = async (): Promise<AskingRound[]> =>
  getCurrentSandbox().sandboxId === LIVE ? allAsking() : NONE;

/** What rounds ask on a day, by school year; nothing of one whose day is over (admission 2). */
export const getClaimForms = (rounds: AskingRound[], today: Day): Map<number, ClaimForm> =>
  new Map(
    rounds
      .filter(({ meritsBy }) => !meritsBy || toDay(meritsBy) >= today)
      .map(({ schoolYearId, criteria }) => [
        schoolYearId,
        { claims: criteria.filter(isClaimable), counted: criteria.filter((one) => !isClaimable(one)) },
      ]),
  );

/**
 * Writes what a family claims with its enrollments, in the transaction that makes them. A round that has closed its list
 * meanwhile, or that lacks a code, takes nothing of it (admission 2).
 */
export async function insertClaims(
  client: QueryRunner,
  claimed: { reference: string; codes: string[] }[],
  today: Day,
): Promise<void> {
  const rows = claimed.flatMap(({ reference, codes }) => codes.map((code) => ({ reference, code })));
  await client.query(
    `with asking as (
       select id, school_year_id from rounds
       where state = 'open' and (merits_by is null or merits_by >= $2)
       for share)
     insert into merits (enrollment_id, criterion_id, state)
     select e.id, c.id, case c.source when 'shares' then 'checked' else 'claimed' end
     from jsonb_to_recordset($1) as r(reference text, code text)
     join enrollments e on e.reference = r.reference
     join asking a on a.school_year_id = e.school_year_id
     join criteria c on c.round_id = a.id and c.code = r.code and c.source = any($3)
     on conflict do nothing`,
    [JSON.stringify(rows), today, claimableSources],
  );
}

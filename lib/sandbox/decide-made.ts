import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { answerDay } from "@/lib/decisions/answers/open-answer";
import { freePlacesFor, givePlace, obstaclesOf, putOnList } from "@/lib/decisions/free-places";
import { type Judged, judge, type Wanted } from "@/lib/decisions/judge";
import { messagesTo, readersOfMany } from "@/lib/decisions/messages";
import { isKnownPlace, NOWHERE } from "@/lib/decisions/place";
import { readYear } from "@/lib/decisions/read-year";
import { currentReasons, type OfferedReason } from "@/lib/decisions/reasons";
import type { YearPlaces } from "@/lib/decisions/year-places";
import { stateRow } from "@/lib/enrollment/states";
import { queueMessages } from "@/lib/mail/queue";

/** An enrollment that this transaction has made, and what the school decides on it. */
export type Made = { id: string; studentId: string; createdAt: Date; wanted: Wanted };

type Decided = Made & Judged & { decisionId: string };

/**
 * Decides on enrollments as the head of the school would and tells their families at once, in the caller's
 * transaction and a statement a table. No limit is held meanwhile: the school's are those of its own families too.
 * @throws DecisionRefusal
 */
export async function decideMade(
  tx: Prisma.TransactionClient,
  made: Made[],
  schoolYearId: number,
): Promise<void> {
  const year = await readYear(tx, schoolYearId);
  const reasons = await currentReasons();
  const actor = { kind: "sandbox" } as const;
  const decided: Decided[] = [];
  for (const one of made) {
    const judged = await judge(caseOf(one, schoolYearId, year, reasons), one.wanted, actor);
    take(year, one, judged);
    decided.push({ ...one, ...judged, decisionId: randomUUID() });
  }
  await writeStandings(tx, decided);
  await writeDecisions(tx, decided, schoolYearId);
  await tellAll(tx, decided, schoolYearId);
}

/** Nobody has decided on it, disagreed with it or waits in it. */
function caseOf(one: Made, schoolYearId: number, year: YearPlaces, reasons: OfferedReason[]) {
  const who = { ...one, ...NEW };
  return {
    version: 0,
    decidedState: NEW.decidedState,
    hasUntold: false,
    assigned: NOWHERE,
    guardiansRefuse: async () => undefined,
    isKnown: (place: Judged["place"]) => isKnownPlace({ schoolYearId }, place),
    wishes: async () => [],
    obstacles: async () => {
      const left = freePlacesFor(year, who);
      return (place: Judged["place"]) => obstaclesOf(left(place));
    },
    reasons: async () => reasons,
  };
}

const NEW = {
  decidedState: "pending" as EnrollmentState,
  turn: null,
  gaveUpAt: null,
};

/** Whoever comes later finds the place taken, or somebody waiting before them. */
function take(year: YearPlaces, { id, createdAt }: Made, { transition: { to }, place }: Judged) {
  const who = { id, createdAt, turn: null, renewal: 2, gaveUpAt: null };
  if (stateRow(to).holds === "place") givePlace(year, who, place);
  if (stateRow(to).holds === "list") putOnList(year, who, place);
}

async function writeStandings(tx: Prisma.TransactionClient, decided: Decided[]) {
  const rows = decided.map(({ id, transition: { to }, place }) => ({
    id,
    state: to,
    speciality: place.specialityId,
    syllabus: place.syllabusId,
  }));
  await tx.$executeRaw`
    update enrollments e set state = d.state, decided_state = d.state, version = e.version + 2,
      assigned_speciality_id = d.speciality, assigned_syllabus_id = d.syllabus
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d(id uuid, state enrollment_state, speciality int, syllabus int)
    where e.id = d.id`;
}

async function writeDecisions(tx: Prisma.TransactionClient, decided: Decided[], schoolYearId: number) {
  const now = new Date();
  await tx.decision.createMany({
    data: decided.map(
      ({ decisionId, id, transition: { to }, place, reason, words, internalReason, exceptions }) => ({
        id: decisionId,
        enrollmentId: id,
        schoolYearId,
        fromState: NEW.decidedState,
        toState: to,
        ...place,
        reasonId: reason?.id ?? null,
        words,
        internalReason,
        exception: exceptions.length > 0,
        actorKind: "api_key",
        decidedAt: now,
        status: "told" as const,
        tellAt: now,
        settledAt: now,
      }),
    ),
  });
}

async function tellAll(tx: Prisma.TransactionClient, decided: Decided[], schoolYearId: number) {
  const now = new Date();
  const readers = await readersOfMany(
    decided.map(({ studentId }) => studentId),
    tx,
  );
  const answerBy = await answerDay(tx, schoolYearId);
  const messages = await Promise.all(
    decided.map(async ({ id, studentId, transition: { to }, place, words, reason }) => {
      const keepBy = stateRow(to).holds === "place" ? answerBy : undefined;
      const told = { to, schoolYearId, place, words, reason, keepBy };
      const all = await messagesTo(readers.get(studentId) ?? [], told, now);
      return all.map(({ kind, personId, locale, tells }) => ({
        kind,
        personId,
        locale,
        enrollmentId: id,
        tells,
      }));
    }),
  );
  await queueMessages(tx, messages.flat());
}

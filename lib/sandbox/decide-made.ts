import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { getConfirmationDeadline } from "@/lib/decisions/answers/open-answer";
import { createFreePlaceLookup, takePlace, listBlockers, addToWaitingList } from "@/lib/decisions/free-places";
import { type ValidatedDecision, validateDecision, type RequestedDecision } from "@/lib/decisions/judge";
import { createMessagesFor, findRecipientsByStudent } from "@/lib/decisions/messages";
import { isKnownPlace, NO_PLACE } from "@/lib/decisions/place";
import { readYearPlaces } from "@/lib/decisions/read-year";
import { listOfferedReasons, type OfferedReason } from "@/lib/decisions/reasons";
import type { YearPlaces } from "@/lib/decisions/year-places";
import { getState } from "@/lib/enrollment/states";
import { enqueueMessages } from "@/lib/mail/queue";

/** An enrollment that this transaction has made, and what the school decides on it. */
export type SeededEnrollment = { id: string; studentId: string; createdAt: Date; wanted: RequestedDecision };

type Decided = SeededEnrollment & ValidatedDecision & { decisionId: string };

/**
 * Decides on enrollments as the head of the school would and tells their families at once, in the caller's
 * transaction and a statement a table. No limit is held meanwhile: the school's are those of its own families too.
 * @throws DecisionRefusal
 */
export async function decideSeeded(
  tx: Prisma.TransactionClient,
  made: SeededEnrollment[],
  schoolYearId: number,
): Promise<void> {
  const year = await readYearPlaces(tx, schoolYearId);
  const reasons = await listOfferedReasons();
  const actor = { kind: "sandbox" } as const;
  const decided: Decided[] = [];
  for (const one of made) {
    const judged = await validateDecision(createDecisionContext(one, schoolYearId, year, reasons), one.wanted, actor);
    takeInMemory(year, one, judged);
    decided.push({ ...one, ...judged, decisionId: randomUUID() });
  }
  await writeStandings(tx, decided);
  await writeDecisions(tx, decided, schoolYearId);
  await notifyAll(tx, decided, schoolYearId);
}

/** Nobody has decided on it, disagreed with it or waits in it. */
function createDecisionContext(one: SeededEnrollment, schoolYearId: number, year: YearPlaces, reasons: OfferedReason[]) {
  const who = { ...one, ...NEW };
  return {
    version: 0,
    decidedState: NEW.decidedState,
    hasUntold: false,
    assigned: NO_PLACE,
    guardiansRefuse: async () => undefined,
    isKnown: (place: ValidatedDecision["place"]) => isKnownPlace({ schoolYearId }, place),
    wishes: async () => [],
    obstacles: async () => {
      const left = createFreePlaceLookup(year, who);
      return (place: ValidatedDecision["place"]) => listBlockers(left(place));
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
function takeInMemory(year: YearPlaces, { id, createdAt }: SeededEnrollment, { transition: { to }, place }: ValidatedDecision) {
  const who = { id, createdAt, turn: null, renewal: 2, gaveUpAt: null };
  if (getState(to).holds === "place") takePlace(year, who, place);
  if (getState(to).holds === "list") addToWaitingList(year, who, place);
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

async function notifyAll(tx: Prisma.TransactionClient, decided: Decided[], schoolYearId: number) {
  const now = new Date();
  const readers = await findRecipientsByStudent(
    decided.map(({ studentId }) => studentId),
    tx,
  );
  const answerBy = await getConfirmationDeadline(tx, schoolYearId);
  const messages = await Promise.all(
    decided.map(async ({ id, studentId, transition: { to }, place, words, reason }) => {
      const keepBy = getState(to).holds === "place" ? answerBy : undefined;
      const told = { to, schoolYearId, place, words, reason, keepBy };
      const all = await createMessagesFor(readers.get(studentId) ?? [], told, now);
      return all.map(({ kind, personId, locale, tells }) => ({
        kind,
        personId,
        locale,
        enrollmentId: id,
        tells,
      }));
    }),
  );
  await enqueueMessages(tx, messages.flat());
}

import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { getConfirmationDeadline } from "@/lib/decisions/confirmations/verbs";
import { DecisionError } from "@/lib/decisions/decision-error";
import { createMessagesFor, findRecipientsByStudent } from "@/lib/decisions/notifications/mail";
import { createPairCheck, isKnownPlace, NO_PLACE } from "@/lib/decisions/place";
import { readYearPlaces } from "@/lib/decisions/queries";
import { listOfferedReasons, type OfferedReason } from "@/lib/decisions/reasons";
import {
  type RequestedDecision,
  type ValidatedDecision,
  validateDecision,
} from "@/lib/decisions/validate-decision";
import {
  addToWaitingList,
  createFreePlaceLookup,
  listBlockers,
  takePlace,
  type YearPlaces,
} from "@/lib/decisions/year-places";
import { prepareNewPeople } from "@/lib/enrollment/enroll/enrollment-document";
import { insertNewPeople } from "@/lib/enrollment/enroll/writes";
import { parseInput } from "@/lib/enrollment/error-codes";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { addRules, adultRules, minorRules } from "@/lib/enrollment/rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import { getState, stateNames } from "@/lib/enrollment/states";
import { getAcceptedTerms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { enqueueMessages } from "@/lib/mail/writes";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { getCurrentSandbox } from "@/lib/platform/sandbox";
import { findReasonFor } from "@/lib/sandbox/queries";
import { type seedResultSchema, seedSchema } from "@/lib/sandbox/schema";
import { createTransitionError } from "@/lib/sandbox/verbs";
import { createSampleFamily, readSampleYear, type SampleFamily } from "./made-up-family";

type Random = Parameters<typeof createSampleFamily>[2];

/** A new enrollment with the decision to make. */
type SeededEnrollment = { id: string; studentId: string; createdAt: Date; decision: RequestedDecision };

type DecidedRow = SeededEnrollment & ValidatedDecision & { decisionId: string };

const INITIAL_STATUS = { decidedState: "pending" as EnrollmentState, turn: null, gaveUpAt: null };

type SeedResult = z.output<typeof seedResultSchema>;
type Year = Awaited<ReturnType<typeof getSchoolContext>>["schoolYears"][number];

/**
 * Creates enrollments in every state in the current sandbox, in one transaction; the same seed creates the same
 * people, only once.
 * @throws AppError `validation_failed`, `duplicate`; `transition_not_allowed` when the school itself could not decide
 * so (no reasons, no free place)
 */
export async function seedSandbox(submitted: unknown): Promise<SeedResult[]> {
  const { count, seed } = parseInput(seedSchema, submitted);
  const { schoolYears, today } = await getSchoolContext();
  const year = schoolYears.find(({ specialities }) => specialities.length > 0);
  if (!year) throw new AppError("validation_failed", [{ field: "seed", code: "school_year_unavailable" }]);
  const sample = await readSampleYear(year.id);
  const families = Array.from({ length: count * stateNames.length }, (_, index) => {
    const random = createSeededNumbers(`${seed}/${index}`);
    return { ...createSampleFamily(sample, today, random), state: getStateAt(index) };
  });
  const references = await writeAll(families, year);
  return families.map(({ body, state }, index) => ({
    reference: references[index] as string,
    state,
    emails: listEmails(body),
  }));
}

/**
 * Decides on new enrollments with the head's rights and notifies at once, in the caller's transaction, with one
 * statement per table. Takes no locks of limits, which the live school shares.
 * @throws DecisionError
 */
async function decideSeeded(
  tx: Prisma.TransactionClient,
  enrollments: SeededEnrollment[],
  schoolYearId: number,
): Promise<void> {
  const year = await readYearPlaces(tx, schoolYearId);
  const reasons = await listOfferedReasons();
  const actor = { kind: "sandbox" } as const;
  const decided: DecidedRow[] = [];
  for (const enrollment of enrollments) {
    const validated = await validateDecision(
      createDecisionContext(enrollment, schoolYearId, year, reasons),
      enrollment.decision,
      actor,
    );
    applyInMemory(year, enrollment, validated);
    decided.push({ ...enrollment, ...validated, decisionId: randomUUID() });
  }
  await writeStatuses(tx, decided);
  await writeDecisions(tx, decided, schoolYearId);
  await notifyAll(tx, decided, schoolYearId);
}

/** A new enrollment has no decision, disagreement or list. */
function createDecisionContext(
  enrollment: SeededEnrollment,
  schoolYearId: number,
  year: YearPlaces,
  reasons: OfferedReason[],
) {
  const status = { ...enrollment, ...INITIAL_STATUS };
  return {
    version: 0,
    decidedState: INITIAL_STATUS.decidedState,
    isUnnotified: false,
    assigned: NO_PLACE,
    findGuardianBlocker: async () => undefined,
    isKnownPlace: (place: ValidatedDecision["place"]) => isKnownPlace({ schoolYearId }, place),
    listChoices: async () => [],
    getPairCheck: () => createPairCheck(schoolYearId),
    getBlockers: async () => {
      const countFree = createFreePlaceLookup(year, status);
      return (place: ValidatedDecision["place"]) => listBlockers(countFree(place));
    },
    listReasons: async () => reasons,
  };
}

/** Updates the year's places for the following decisions. */
function applyInMemory(
  year: YearPlaces,
  { id, createdAt }: SeededEnrollment,
  { transition: { to }, place }: ValidatedDecision,
) {
  const position = { id, createdAt, turn: null, renewal: 2, gaveUpAt: null };
  if (getState(to).holds === "place") takePlace(year, position, place);
  if (getState(to).holds === "list") addToWaitingList(year, position, place);
}

async function writeStatuses(tx: Prisma.TransactionClient, decided: DecidedRow[]) {
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

async function writeDecisions(tx: Prisma.TransactionClient, decided: DecidedRow[], schoolYearId: number) {
  const now = new Date();
  await tx.decision.createMany({
    data: decided.map(
      ({ decisionId, id, transition: { to }, place, reason, words, internalReason, exceptions }) => ({
        id: decisionId,
        enrollmentId: id,
        schoolYearId,
        fromState: INITIAL_STATUS.decidedState,
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

async function notifyAll(tx: Prisma.TransactionClient, decided: DecidedRow[], schoolYearId: number) {
  const now = new Date();
  const recipients = await findRecipientsByStudent(
    decided.map(({ studentId }) => studentId),
    tx,
  );
  const answerBy = await getConfirmationDeadline(tx, schoolYearId);
  const messages = await Promise.all(
    decided.map(async ({ id, studentId, transition: { to }, place, words, reason }) => {
      const keepBy = getState(to).holds === "place" ? answerBy : undefined;
      const decision = { enrollmentId: id, to, schoolYearId, place, words, reason, keepBy };
      const mails = await createMessagesFor(tx, recipients.get(studentId) ?? [], decision, now);
      return mails.map(({ kind, personId, locale, tells }) => ({
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

type FamilyInState = SampleFamily & { state: SeedResult["state"] };

const getStateAt = (index: number) => stateNames[index % stateNames.length] as SeedResult["state"];

/** Writes all enrollments in one transaction; returns the references. */
async function writeAll(families: FamilyInState[], year: Year): Promise<string[]> {
  const { sandboxId: apiKeyId } = getCurrentSandbox();
  const enrollments = await Promise.all(families.map((family) => prepareEnrollment(family, apiKeyId)));
  return prisma().$transaction(
    async (tx) => {
      const documents = await insertNewPeople(tx, enrollments);
      const from = Date.now() - documents.length;
      const ids = documents.map(({ id }) => id);
      await tx.$executeRaw`
        update enrollments e set created_at = m.at, told_at = m.at, answer_by = e.answer_by - (e.created_at::date - m.at::date)
        from unnest(${ids}::uuid[]) with ordinality as o(id, place),
          lateral (select to_timestamp((${from}::float8 + o.place) / 1000) as at) m
        where e.id = o.id`;
      const seeded = await Promise.all(
        documents.map(async ({ id, student_id: studentId }, index) => ({
          id,
          studentId,
          createdAt: new Date(from + index + 1),
          decision: await createDecision(families[index] as FamilyInState, year),
        })),
      );
      const decided = seeded.filter(({ decision }) => decision.to !== "pending");
      await decideSeeded(tx, decided, year.id).catch((error) => {
        throw error instanceof DecisionError ? createTransitionError("pending", error.code) : error;
      });
      return documents.map(({ reference }) => reference);
    },
    { timeout: TIMEOUT_MS },
  );
}

const TIMEOUT_MS = 20_000;

async function prepareEnrollment({ body, locale }: SampleFamily, apiKeyId: number) {
  const origin = { source: "api" as const, apiKeyId, locale: locale as Locale };
  const school = await getSchoolContext();
  const input =
    "guardian_email" in body
      ? parseInput(addRules(minorEnrollmentSchema, minorRules, school), body)
      : parseInput(addRules(adultEnrollmentSchema, adultRules, school), body);
  return prepareNewPeople(input, origin, await getAcceptedTerms(origin));
}

/** The decision of a state: the first choice as place, the first matching reason. */
async function createDecision({ body, state: to }: FamilyInState, year: Year): Promise<RequestedDecision> {
  if (to === "pending") return { to };
  const { student_speciality_option1: chosen, student_syllabi_option1: course } = body;
  // Young children choose a course without an instrument.
  const place = chosen || !course ? { specialityId: chosen ?? year.specialities[0] } : { syllabusId: course };
  const reason = await findReasonFor(to);
  return {
    to,
    ...(getState(to).holds && place),
    ...(reason && { reason, internalReason: "seed" }),
  };
}

const listEmails = (body: SampleFamily["body"]) =>
  [
    body.student_email,
    ...("guardian_email" in body ? [body.guardian_email, body.second_guardian_email] : []),
  ].filter((email) => email !== undefined);

/** A deterministic random generator. */
function createSeededNumbers(seed: string): Random {
  let count = 0;
  return (first: number, below?: number) => {
    const [from, to] = below === undefined ? [0, first] : [first, below];
    const value = createHash("sha256").update(`${seed}/${count++}`).digest().readUIntBE(0, 6);
    return from + (value % (to - from));
  };
}

import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { DecisionError } from "@/lib/decisions/decision-error";
import { notify } from "@/lib/decisions/notifications/verbs";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { type DecisionInput, decide } from "@/lib/decisions/verbs";
import { prepareNewPeople } from "@/lib/enrollment/enroll/enrollment-document";
import { insertNewPeople } from "@/lib/enrollment/enroll/writes";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { addRules, adultRules, minorRules } from "@/lib/enrollment/rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import { getState, stateNames } from "@/lib/enrollment/states";
import { getAcceptedTerms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { AppError } from "@/lib/platform/errors";
import { getCurrentSandbox } from "@/lib/platform/sandbox";
import { parseInput } from "@/lib/platform/schema";
import { findReasonFor } from "@/lib/sandbox/queries";
import { type seedResultSchema, seedSchema } from "@/lib/sandbox/schema";
import { createTransitionError } from "@/lib/sandbox/verbs";
import { createSampleFamily, readSampleYear, type SampleFamily } from "./made-up-family";

type Random = Parameters<typeof createSampleFamily>[2];

type SeedResult = z.output<typeof seedResultSchema>;
type Year = Awaited<ReturnType<typeof getSchoolContext>>["schoolYears"][number];

/**
 * Creates enrollments in every state in the current sandbox, in one transaction; the same seed creates the same
 * people, only once.
 * @throws AppError `validation_failed`, `duplicate`; `transition_not_allowed` when the school itself could not decide
 * so (no reasons, no free place)
 */
export async function seedSandbox(submitted: unknown): Promise<SeedResult[]> {
  const { count = 1, seed = "" } = parseInput(seedSchema, submitted);
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

type FamilyInState = SampleFamily & { state: SeedResult["state"] };

const getStateAt = (index: number) => stateNames[index % stateNames.length] as SeedResult["state"];

/** Writes all enrollments in one transaction; returns the references. */
async function writeAll(families: FamilyInState[], year: Year): Promise<string[]> {
  const { sandboxId: apiKeyId } = getCurrentSandbox();
  const enrollments = await Promise.all(families.map((family) => prepareEnrollment(family, apiKeyId)));
  const decisions = await Promise.all(families.map((family) => createDecision(family, year)));
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
      const references = documents.map(({ reference }) => reference);
      for (const [index, reference] of references.entries()) {
        const decision = decisions[index];
        if (decision) await decideSeeded(tx, { ...decision, reference });
      }
      return references;
    },
    { timeout: TIMEOUT_MS },
  );
}

/** Decides with the head's rights and notifies the family, in the caller's transaction. */
async function decideSeeded(tx: Prisma.TransactionClient, decision: DecisionInput): Promise<void> {
  const now = new Date();
  try {
    await decide({ ...decision, tell: "now" }, { kind: "sandbox" }, now, tx);
  } catch (error) {
    throw error instanceof DecisionError ? createTransitionError("pending", error.code) : error;
  }
  const status = await lockEnrollmentStatus(tx, { reference: decision.reference });
  if (status.unnotified) await notify(tx, status, status.unnotified, now);
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
async function createDecision(
  { body, state: to }: FamilyInState,
  year: Year,
): Promise<Omit<DecisionInput, "reference"> | undefined> {
  if (to === "pending") return;
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

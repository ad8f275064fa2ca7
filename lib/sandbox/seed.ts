import { createHash } from "node:crypto";
import type { z } from "zod";
import type { RequestedDecision } from "@/lib/decisions/judge";
import { DecisionError } from "@/lib/decisions/refusal";
import { prepareNewPeople } from "@/lib/enrollment/enrollment-document";
import { insertNewPeople } from "@/lib/enrollment/insert-enrollment";
import { parseInput } from "@/lib/enrollment/parse";
import { adultRules, minorRules, addRules } from "@/lib/enrollment/rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import { getSchoolContext } from "@/lib/enrollment/school-context";
import { stateNames, getState } from "@/lib/enrollment/states";
import { getAcceptedTerms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { getCurrentSandbox } from "@/lib/platform/sandbox";
import { findReasonFor, createTransitionError } from "./decide";
import { decideSeeded } from "./decide-made";
import { type RandomNumbers, type SampleFamily, createSampleFamily, createSampleStudies } from "./made-up-family";
import { seedSchema, type seedResultSchema } from "./schema";

type Seeded = z.output<typeof seedResultSchema>;
type Year = Awaited<ReturnType<typeof getSchoolContext>>["schoolYears"][number];

/**
 * Fills the sandbox at work with enrollments in each state, all or none; the same seed makes the same people, who
 * can be there once.
 * @throws AppError `validation_failed`, `duplicate`, `transition_not_allowed` where the school itself could not
 * decide so: it has withdrawn its reasons, or no place is left and none allows to go beyond
 */
export async function seedSandbox(submitted: unknown): Promise<Seeded[]> {
  const { count, seed: word } = parseInput(seedSchema, submitted);
  const { schoolYears, today } = await getSchoolContext();
  const year = schoolYears.find(({ specialities }) => specialities.length > 0);
  if (!year) throw new AppError("validation_failed", [{ field: "seed", code: "school_year_unavailable" }]);
  const families = Array.from({ length: count * stateNames.length }, (_, at) => {
    const dice = createSeededNumbers(`${word}/${at}`);
    return { ...createSampleFamily(Number(today.slice(0, 4)), createSampleStudies(year, dice), dice), state: stateOf(at) };
  });
  const references = await writeAll(families, year);
  return families.map(({ body, state }, at) => ({
    reference: references[at] as string,
    state,
    emails: emailsOf(body),
  }));
}

type InState = SampleFamily & { state: Seeded["state"] };

const stateOf = (at: number) => stateNames[at % stateNames.length] as Seeded["state"];

/** All or none, in one transaction; returns their references. */
async function writeAll(families: InState[], year: Year): Promise<string[]> {
  const { sandboxId: apiKeyId } = getCurrentSandbox();
  const enrollments = await Promise.all(families.map((one) => prepareEnrollment(one, apiKeyId)));
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
      const made = await Promise.all(
        documents.map(async ({ id, student_id: studentId }, at) => ({
          id,
          studentId,
          createdAt: new Date(from + at + 1),
          wanted: await createDecision(families[at] as InState, year),
        })),
      );
      const decided = made.filter(({ wanted }) => wanted.to !== "pending");
      await decideSeeded(tx, decided, year.id).catch((error) => {
        throw error instanceof DecisionError ? createTransitionError("pending", error.code) : error;
      });
      return documents.map(({ reference }) => reference);
    },
    { timeout: LONGEST_MS },
  );
}

const LONGEST_MS = 20_000;

async function prepareEnrollment({ body, locale }: SampleFamily, apiKeyId: number) {
  const origin = { source: "api" as const, apiKeyId, locale: locale as Locale };
  const school = await getSchoolContext();
  const input =
    "guardian_email" in body
      ? parseInput(addRules(minorEnrollmentSchema, minorRules, school), body)
      : parseInput(addRules(adultEnrollmentSchema, adultRules, school), body);
  return prepareNewPeople(input, origin, await getAcceptedTerms(origin));
}

/** What the school decides: a place is the family's first choice, a reason the school's first that fits. */
async function createDecision({ body, state: to }: InState, year: Year): Promise<RequestedDecision> {
  if (to === "pending") return { to };
  const specialityId = body.student_speciality_option1 ?? year.specialities[0];
  const reason = await findReasonFor(to);
  return {
    to,
    ...(getState(to).holds && { specialityId }),
    ...(reason && { reason, internalReason: "seed" }),
  };
}

const emailsOf = (body: SampleFamily["body"]) =>
  [
    body.student_email,
    ...("guardian_email" in body ? [body.guardian_email, body.second_guardian_email] : []),
  ].filter((email) => email !== undefined);

/** Dice that fall the same for the same seed. */
function createSeededNumbers(seed: string): RandomNumbers {
  let throws = 0;
  return (first: number, below?: number) => {
    const [from, to] = below === undefined ? [0, first] : [first, below];
    const fallen = createHash("sha256").update(`${seed}/${throws++}`).digest().readUIntBE(0, 6);
    return from + (fallen % (to - from));
  };
}

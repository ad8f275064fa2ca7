import type { z } from "zod";
import { DecisionError, type DecisionErrorCode } from "@/lib/decisions/decision-error";
import { readEnrollmentStatus } from "@/lib/decisions/status";
import { transitions } from "@/lib/decisions/transitions";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";
import { type NotifiedEnrollment, readEnrollment } from "@/lib/enrollment/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { toDate } from "@/lib/platform/dates";
import { AppError, type FieldIssue } from "@/lib/platform/errors";
import { getCurrentSandbox } from "@/lib/platform/sandbox";
import { parseInput } from "@/lib/platform/schema";
import { findReasonFor, listUnknownStudies } from "./queries";
import { clockSchema, decisionSchema } from "./schema";

/** Sets or resets the date of the current sandbox. @throws AppError `validation_failed` */
export async function setClock(submitted: unknown): Promise<z.output<typeof clockSchema>> {
  const { today } = parseInput(clockSchema, submitted);
  const sandbox = getCurrentSandbox();
  const data = { today: today && toDate(today) };
  await prisma().sandbox.upsert({
    where: { id: sandbox.sandboxId },
    create: { id: sandbox.sandboxId, ...data },
    update: data,
    select: { id: true },
  });
  sandbox.today = today ?? undefined;
  return { today };
}

/**
 * Decides with the head's rights and notifies the family at once.
 * @throws AppError `not_found`, `validation_failed`, `transition_not_allowed`
 */
export async function decideInSandbox(reference: string, submitted: unknown): Promise<NotifiedEnrollment> {
  const { state: to, speciality_id, syllabus_id, reason, words } = parseInput(decisionSchema, submitted);
  const { sandboxId } = getCurrentSandbox();
  const input = {
    reference,
    to,
    specialityId: speciality_id,
    syllabusId: syllabus_id,
    reason: reason ?? (await findReasonFor(to)),
    words,
    tell: "now" as const,
  };
  try {
    await decideAndNotify(input, { kind: "sandbox" }, new Date());
  } catch (error) {
    throw error instanceof DecisionError ? await toApiError(error.code, input) : error;
  }
  return readEnrollment(reference, { apiKeyId: sandboxId, all: false });
}

/** The API error of a refused decision, with the allowed states. */
export function createTransitionError(
  state: NotifiedEnrollment["state"],
  refusal: DecisionErrorCode,
): AppError {
  const allowed = transitions
    .filter(({ from, allow }) => (allow.put_back ?? allow.decide) && from.includes(state))
    .map(({ to }) => to);
  return new AppError("transition_not_allowed", [], [], { state, allowed, refusal });
}

const issueByCode: Partial<Record<DecisionErrorCode, FieldIssue>> = {
  place_missing: { field: "speciality_id", code: "required" },
  list_missing: { field: "speciality_id", code: "required" },
  reason_missing: { field: "reason", code: "required" },
  reason_unknown: { field: "reason", code: "invalid_value" },
  words_too_long: { field: "words", code: "too_long" },
};

/** Exceptions to places and list that need a reason and a text. */
const exceptions: readonly DecisionErrorCode[] = ["no_place", "not_the_turn", "round_open"];

type Input = Pick<DecisionInput, "reference" | "specialityId" | "syllabusId" | "reason">;

async function toApiError(code: DecisionErrorCode, input: Input): Promise<AppError> {
  const { reference, reason, ...place } = input;
  if (code === "unknown_enrollment") return new AppError("not_found");
  const issue = exceptions.includes(code)
    ? ({ field: reason ? "words" : "reason", code: "required" } as const)
    : issueByCode[code];
  if (issue) return new AppError("validation_failed", [issue]);
  const { state, schoolYearId } = await readEnrollmentStatus(prisma(), { reference });
  if (code === "place_unknown")
    return new AppError("validation_failed", await listUnknownStudies(schoolYearId, place));
  return createTransitionError(state, code);
}

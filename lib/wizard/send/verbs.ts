import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { insertClaims } from "@/lib/admission/claims/verbs";
import type { Origin } from "@/lib/enrollment/enroll/enrollment-document";
import { findByReference } from "@/lib/enrollment/enroll/existing-family";
import { type EnrollmentRequest, enroll } from "@/lib/enrollment/enroll/verbs";
import type { WriteWithEnrollments } from "@/lib/enrollment/enroll/writes";
import { getTerms, type Terms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { maskEmail, toEmailKey } from "@/lib/mail/addresses";
import { setupKinds } from "@/lib/mail/mail-kinds";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, toDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { listChildren } from "@/lib/wizard/drafts/children";
import {
  createFormFlow,
  createSubmission,
  type FormFlow,
  findFirstOpenChild,
} from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import { type Draft, type DraftContent, isInaccessible, type SentSummary } from "@/lib/wizard/drafts/writes";
import { countDuplicate, hasTooManyDuplicates, tryConsumeFormLimit } from "@/lib/wizard/limits";
import { findStep, lastStep, type StepId } from "@/lib/wizard/steps";
import type { Problems } from "@/lib/wizard/types";

type CreatedEnrollments = Awaited<ReturnType<typeof enroll>>;

type SendInput = {
  accepted: boolean;
  termsUrl: string;
  address: string;
  locale: Locale;
};

/** `taken`: a duplicate in an account, whose owner need not sign in. */
type SendError = "tooMany" | "tooFast" | "termsChanged" | "duplicate" | "taken";

type SendOutcome =
  | { sent: SentSummary }
  | { problems: Problems }
  | { refusal: SendError }
  | { enrolled: true }
  /** The step of a missing or invalid answer, and the index of the child. */
  | { step: StepId | "start"; child?: number };

/**
 * Validates and submits a draft as an API request. A draft that is sent twice creates one enrollment and returns the
 * same result (wizard 30).
 */
export async function sendDraft(draft: Draft, input: SendInput): Promise<SendOutcome> {
  const { content, createdAt } = draft;
  if (content.sent) return { sent: content.sent };

  const school = await getFormSchool(content);
  if (school.openYears.length === 0 || isInaccessible(content)) return { step: "start" };
  const open = findFirstOpenChild(content, school);
  if (open) return { step: open.step, child: open.index };
  if (!input.accepted) return { problems: { terms_and_conditions: "required" } };
  const terms = await getTerms(input.locale);
  if (input.termsUrl !== terms.url) return { refusal: "termsChanged" };
  if (isTooFast(createdAt)) return { refusal: "tooFast" };
  if (!(await canSend(draft, input))) return { refusal: "tooMany" };

  // The response time must not reveal whether a person exists: a minimum time hides it. Which field matched cannot show
  // either, because one statement inserts all people and one more checks all e-mails and documents. After ten such
  // answers an hour at one address, a draft gets one more.
  const [outcome] = await Promise.all([createEnrollments(draft, school, input, terms), wait(MIN_MS)]);
  return outcome;
}

/**
 * The summary of a sent draft. If another tab sent it first, it is read from the database, because its children may
 * differ.
 */
async function createSentSummary(created: CreatedEnrollments, flows: FormFlow[]): Promise<SentSummary> {
  const references = [created.reference, ...created.moreReferences];
  const emails = flows.flatMap(listEmails);
  const summary = created.replayed
    ? await readSummary(references, emails)
    : toSummary(
        references,
        flows.map(({ answers }) => String(answers.student_name)),
        emails,
      );
  const names = flows[0]?.branch === "minor" ? summary.names : [];
  const { _max } = await prisma().enrollment.aggregate({
    where: { reference: { in: references } },
    _max: { answerBy: true },
  });
  const answerBy = _max.answerBy && { answerBy: toDay(_max.answerBy) };
  return { ...summary, by: getFirstName(flows[0]), names, ...answerBy };
}

function toSummary([reference = "", ...more]: string[], names: string[], emails: string[]) {
  const children = [reference, ...more].map((reference, i) => ({ name: names[i] ?? "", reference }));
  return {
    reference,
    ...(more.length > 0 && { children }),
    names: children.map(({ name }) => name),
    recipients: [...new Set(emails.map(maskEmail))],
  };
}

/** @param typedEmails addresses typed by this family; other guardians' addresses are not shown */
async function readSummary(references: string[], typedEmails: string[]) {
  const typedKeys = new Set(typedEmails.map(toEmailKey));
  const rows = await prisma().enrollment.findMany({
    where: { reference: { in: references } },
    select: {
      reference: true,
      student: { select: { name: true } },
      mailMessages: {
        where: { kind: { in: setupKinds } },
        orderBy: { kind: "asc" },
        select: { kind: true, person: { select: { email: true } } },
      },
    },
  });
  const sent = references.flatMap((reference) => rows.find((row) => row.reference === reference) ?? []);
  return toSummary(
    references,
    sent.map(({ student }) => student.name ?? ""),
    sent
      .flatMap(({ mailMessages }) => mailMessages)
      .filter(({ kind, person }) => kind !== "second_guardian" || typedKeys.has(toEmailKey(person.email)))
      .map(({ person }) => person.email),
  );
}

const getFirstName = (flow: FormFlow | undefined) =>
  String((flow?.branch === "minor" ? flow.answers.guardian_name : flow?.answers.student_name) ?? "");

/** The recipients' addresses, so that the family knows which mailbox to check. */
function listEmails({ answers }: FormFlow): string[] {
  const fields = ["guardian_email", "second_guardian_email", "student_email"] as const;
  return fields.flatMap((field) => {
    const email = answers[field];
    return typeof email === "string" ? [email] : [];
  });
}

/** Faster than a person can type; not checked in sandboxes, which programs use. */
const isTooFast = (createdAt: Date) =>
  getCurrentSandbox().sandboxId === LIVE && Date.now() - createdAt.getTime() < env.formMinimumMs;

const MIN_MS = 250;

const canSend = async ({ id }: Draft, { address }: SendInput): Promise<boolean> =>
  !(await hasTooManyDuplicates(address, id.toString("hex"))) && tryConsumeFormLimit("sends", address);

async function createEnrollments(
  draft: Draft,
  school: FormSchool,
  input: SendInput,
  terms: Terms,
): Promise<SendOutcome> {
  const flows = listChildren(draft.content).map((child) => createFormFlow(child, school));
  const origin = {
    source: "form" as const,
    locale: input.locale,
    terms,
    draftId: getSubmissionId(draft),
  };
  try {
    const created = await enrollChildren(draft.content, flows, { origin, today: school.context.today });
    const sent = await createSentSummary(created, flows);
    return { sent: { ...sent, ...(draft.content.by && { fromAccount: true as const }) } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") return { step: "start" };
    if (error.issues.some(({ code }) => code === "already_enrolled")) return { enrolled: true };
    if (error.code === "duplicate") {
      await countDuplicate(input.address, origin.draftId);
      return { refusal: draft.content.by ? "taken" : "duplicate" };
    }
    if (error.code !== "validation_failed") throw error;
    const open = findFirstOpenChild(draft.content, await getFormSchool(draft.content));
    const stepOfIssue = error.issues[0] && findStep(error.issues[0].field, flows[0]?.branch ?? "minor");
    return open ? { step: open.step, child: open.index } : { step: stepOfIssue ?? lastStep };
  }
}

function createClaimWriter(flows: FormFlow[], today: Day): WriteWithEnrollments | undefined {
  const claimCodes = flows.map(({ steps, answers }) =>
    steps.includes("merits") && typeof answers.merits === "string" ? answers.merits.split(" ") : [],
  );
  if (claimCodes.flat().length === 0) return undefined;
  return (client, documents) => {
    const rows = documents.map(({ reference }, index) => ({ reference, codes: claimCodes[index] ?? [] }));
    return insertClaims(client, rows, today);
  };
}

/** One submission id for each further child of a sitting. */
const getSubmissionId = ({ id, content: { after } }: Draft) =>
  after === undefined ? id.toString("hex") : createHash("sha256").update(id).update(after).digest("hex");

/**
 * Enrolls from an account or as the sender of the request before; otherwise an adult, a child, or several children in
 * one transaction.
 */
async function enrollChildren(
  { by: actorId, after }: DraftContent,
  flows: FormFlow[],
  { origin, today }: { origin: Origin; today: Day },
) {
  const guardianId = actorId ?? (after && (await findByReference(after, undefined))?.guardianId);
  const requests = flows.map((flow): EnrollmentRequest => {
    const submitted = createSubmission(flow);
    if (!guardianId) return { kind: flow.branch ?? "minor", submitted };
    const { student: studentId } = flow.content;
    return studentId
      ? { kind: "returning", studentId, submitted, actorId }
      : { kind: "sibling", guardianId, submitted, actorId };
  });
  return enroll(requests, origin, createClaimWriter(flows, today));
}

import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { insertClaims } from "@/lib/admission/claims/verbs";
import { findGuardianByReference } from "@/lib/enrollment/enroll/existing-family";
import type { Origin } from "@/lib/enrollment/enroll/types";
import { type EnrollmentRequest, enroll } from "@/lib/enrollment/enroll/verbs";
import type { CreatedEnrollments, WriteWithEnrollments } from "@/lib/enrollment/enroll/writes";
import { getTerms, type Terms } from "@/lib/enrollment/terms";
import type { Locale } from "@/lib/i18n/locales";
import { maskEmail, toEmailKey } from "@/lib/mail/addresses";
import { setupKinds } from "@/lib/mail/mail-kinds";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { getAnswerDeadline } from "@/lib/school/settings";
import {
  createFormFlow,
  createSubmission,
  type FormFlow,
  findFirstOpenChild,
  listChildren,
} from "@/lib/wizard/drafts/form-flow";
import { type FormSchool, getFormSchool } from "@/lib/wizard/drafts/queries";
import { type Draft, type DraftContent, isInaccessible, type SentSummary } from "@/lib/wizard/drafts/writes";
import { countDuplicate, hasTooManyDuplicates, tryConsumeFormLimit } from "@/lib/wizard/limits";
import { findStep, lastStep, type StepId } from "@/lib/wizard/steps";
import type { Problems } from "@/lib/wizard/types";

type Sending = {
  accepted: boolean;
  /** The address that its page showed. */
  termsUrl: string;
  address: string;
  locale: Locale;
};

/** `taken` is what a duplicate is called in an account, whose owner need not sign in to go on. */
type SendError = "tooMany" | "tooFast" | "termsChanged" | "duplicate" | "taken";

type SendOutcome =
  | { sent: SentSummary }
  | { problems: Problems }
  | { refusal: SendError }
  /** A student has an enrollment in that year already: from the account alone, which shows it. */
  | { enrolled: true }
  /** An answer is missing or no longer holds: the step that asks for it, and the place of the child. */
  | { step: StepId | "start"; child?: number };

/**
 * Sends what a draft holds, as the API would be sent it: everything is checked again, and a draft
 * that is sent twice gives one enrollment and one answer (wizard 30).
 */
export async function sendDraft(draft: Draft, sending: Sending): Promise<SendOutcome> {
  const { content, createdAt } = draft;
  if (content.sent) return { sent: content.sent };

  const school = await getFormSchool(content);
  if (school.open.length === 0 || isInaccessible(content)) return { step: "start" };
  const open = findFirstOpenChild(content, school);
  if (open) return { step: open.step, child: open.at };
  if (!sending.accepted) return { problems: { terms_and_conditions: "required" } };
  const terms = await getTerms(sending.locale);
  if (sending.termsUrl !== terms.url) return { refusal: "termsChanged" };
  if (isTooFast(createdAt)) return { refusal: "tooFast" };
  if (!(await canSend(draft, sending))) return { refusal: "tooMany" };

  // Whether somebody is known must not show in the time taken either. Who it is, and by which field, cannot:
  // one statement inserts all people or fails, and one more looks for all e-mails and documents at once,
  // whichever of them is taken. After ten such answers an hour at one address, a draft there gets one more.
  const [outcome] = await Promise.all([create(draft, school, sending, terms), wait(MIN_MS)]);
  return outcome;
}

/** What is told of what was sent. What another tab has sent first is told as it is stored: it may be other children. */
async function createSentSummary(
  created: CreatedEnrollments,
  flows: FormFlow[],
  answerBy: Day,
): Promise<SentSummary> {
  const references = [created.reference, ...created.more];
  const emails = flows.flatMap(recipientsOf);
  const told = created.replayed
    ? await asStored(references, emails)
    : toldOf(
        references,
        flows.map(({ answers }) => String(answers.student_name)),
        emails,
      );
  const names = flows[0]?.branch === "minor" ? told.names : [];
  return { ...told, by: firstNameIn(flows[0]), names, answerBy };
}

function toldOf([reference = "", ...more]: string[], names: string[], emails: string[]) {
  const children = [reference, ...more].map((one, at) => ({ name: names[at] ?? "", reference: one }));
  return {
    reference,
    ...(more.length > 0 && { children }),
    names: children.map(({ name }) => name),
    recipients: [...new Set(emails.map(maskEmail))],
  };
}

/** @param answered addresses in the family's own answers: another guardian's is shown to nobody who did not give it */
async function asStored(references: string[], answered: string[]) {
  const given = new Set(answered.map(toEmailKey));
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
  return toldOf(
    references,
    sent.map(({ student }) => student.name ?? ""),
    sent
      .flatMap(({ mailMessages }) => mailMessages)
      .filter(({ kind, person }) => kind !== "second_guardian" || given.has(toEmailKey(person.email)))
      .map(({ person }) => person.email),
  );
}

/** Who has filled in. */
const firstNameIn = (flow: FormFlow | undefined) =>
  String((flow?.branch === "minor" ? flow.answers.guardian_name : flow?.answers.student_name) ?? "");

/** Who gets an e-mail, so that they know which mailbox to look in without showing the address. */
function recipientsOf({ answers }: FormFlow): string[] {
  const fields = ["guardian_email", "second_guardian_email", "student_email"] as const;
  return fields.flatMap((field) => {
    const email = answers[field];
    return typeof email === "string" ? [email] : [];
  });
}

/** Sooner than a person could; in a sandbox, where flows are tried by programs, nothing is. */
const isTooFast = (createdAt: Date) =>
  getCurrentSandbox().sandboxId === LIVE && Date.now() - createdAt.getTime() < env.formMinimumMs;

const MIN_MS = 250;

/** Limits of the address. */
const canSend = async ({ id }: Draft, { address }: Sending): Promise<boolean> =>
  !(await hasTooManyDuplicates(address, id.toString("hex"))) && tryConsumeFormLimit("sends", address);

async function create(
  draft: Draft,
  school: FormSchool,
  sending: Sending,
  terms: Terms,
): Promise<SendOutcome> {
  const flows = listChildren(draft.content).map((child) => createFormFlow(child, school));
  const origin = {
    source: "form" as const,
    locale: sending.locale,
    terms,
    draftId: getSubmissionId(draft),
  };
  try {
    const created = await register(draft.content, flows, { origin, today: school.context.today });
    const sent = await createSentSummary(created, flows, getAnswerDeadline(new Date(), school.settings));
    return { sent: { ...sent, ...(draft.content.by && { fromAccount: true as const }) } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found") return { step: "start" };
    if (error.issues.some(({ code }) => code === "already_enrolled")) return { enrolled: true };
    if (error.code === "duplicate") {
      await countDuplicate(sending.address, origin.draftId);
      return { refusal: draft.content.by ? "taken" : "duplicate" };
    }
    if (error.code !== "validation_failed") throw error;
    const open = findFirstOpenChild(draft.content, await getFormSchool(draft.content));
    const owner = error.issues[0] && findStep(error.issues[0].field, flows[0]?.branch ?? "minor");
    return open ? { step: open.step, child: open.at } : { step: owner ?? lastStep };
  }
}

/** What is claimed with the enrollments, in their transaction; nothing where nothing is. */
function createClaimWriter(flows: FormFlow[], today: Day): WriteWithEnrollments | undefined {
  const claimed = flows.map(({ steps, answers }) =>
    steps.includes("merits") && typeof answers.merits === "string" ? answers.merits.split(" ") : [],
  );
  if (claimed.flat().length === 0) return undefined;
  return (client, documents) => {
    const rows = documents.map(({ reference }, at) => ({ reference, codes: claimed[at] ?? [] }));
    return insertClaims(client, rows, today);
  };
}

/** What stands for a draft that is sent: another one for each further child in the sitting. */
const getSubmissionId = ({ id, content: { after } }: Draft) =>
  after === undefined ? id.toString("hex") : createHash("sha256").update(id).update(after).digest("hex");

/** From an account, or as whoever sent the request before in this sitting; or an adult, a child, or several in one transaction. */
async function register(
  { by, after }: DraftContent,
  flows: FormFlow[],
  { origin, today }: { origin: Origin; today: Day },
) {
  const guardianId = by ?? (after && (await findGuardianByReference(after)));
  const requests = flows.map((flow): EnrollmentRequest => {
    const submitted = createSubmission(flow);
    if (!guardianId) return { kind: flow.branch ?? "minor", submitted };
    const { student: studentId } = flow.content;
    return studentId
      ? { kind: "returning", studentId, submitted, by }
      : { kind: "sibling", guardianId, submitted, by };
  });
  return enroll(requests, origin, createClaimWriter(flows, today));
}

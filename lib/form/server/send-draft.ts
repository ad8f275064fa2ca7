import { setTimeout as wait } from "node:timers/promises";
import { insertClaims } from "@/lib/admission/asked-merits";
import { createAdultEnrollment, createMinorEnrollment } from "@/lib/enrollment/create-enrollment";
import { createTogether, createFromAccount } from "@/lib/enrollment/create-family";
import type { WriteWithEnrollments } from "@/lib/enrollment/insert-enrollment";
import type { Origin } from "@/lib/enrollment/origin";
import { type Terms, getTerms } from "@/lib/enrollment/terms";
import type { Problems } from "@/lib/form/answers";
import { lastStep, type StepId, findStep } from "@/lib/form/steps";
import type { Locale } from "@/lib/i18n/locales";
import type { Day } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { getAnswerDeadline } from "@/lib/school/answer-by";
import { listChildren } from "./children";
import { type Draft, type DraftContent, isInaccessible, type SentSummary } from "./draft";
import { type FormFlow, findFirstOpenChild, createFormFlow, createSubmission } from "./form-flow";
import { countDuplicate, tryConsumeFormLimit, hasTooManyDuplicates } from "./form-limits";
import { type FormSchool, getFormSchool } from "./form-school";
import { createSentSummary } from "./sent";

type Sending = {
  accepted: boolean;
  /** The address that its page showed. */
  termsUrl: string;
  address: string;
  locale: Locale;
};

/** `taken` is what a duplicate is called in an account, whose owner need not sign in to go on. */
type SendError = "tooMany" | "tooFast" | "termsChanged" | "duplicate" | "taken";

export type SendOutcome =
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

  const school = await getFormSchool();
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
  const [outcome] = await Promise.all([create(draft, school, sending, terms), wait(LEAST_MS)]);
  return outcome;
}

/** Sooner than a person could; in a sandbox, where flows are tried by programs, nothing is. */
const isTooFast = (createdAt: Date) =>
  getCurrentSandbox().sandboxId === LIVE && Date.now() - createdAt.getTime() < env.FORM_MINIMUM_SECONDS * 1000;

const LEAST_MS = 250;

/** Limits of the address. */
const canSend = async ({ id }: Draft, { address }: Sending): Promise<boolean> =>
  !(await hasTooManyDuplicates(address, id.toString("hex"))) && tryConsumeFormLimit("sends", address);

async function create(draft: Draft, school: FormSchool, sending: Sending, terms: Terms): Promise<SendOutcome> {
  const flows = listChildren(draft.content).map((child) => createFormFlow(child, school));
  const origin = {
    source: "form" as const,
    locale: sending.locale,
    terms,
    draftId: draft.id.toString("hex"),
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
    const open = findFirstOpenChild(draft.content, await getFormSchool());
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

/** From an account; or an adult, a child, or several in one transaction. */
function register({ by }: DraftContent, flows: FormFlow[], { origin, today }: { origin: Origin; today: Day }) {
  const sent = flows.map((flow) => ({ student: flow.content.student, submitted: createSubmission(flow) }));
  const also = createClaimWriter(flows, today);
  if (by) return createFromAccount(by, sent, origin, also);
  const bodies = sent.map(({ submitted }) => submitted);
  if (flows[0]?.branch === "adult") return createAdultEnrollment(bodies[0], origin, also);
  return bodies.length === 1
    ? createMinorEnrollment(bodies[0], origin, also)
    : createTogether(bodies, origin, also);
}

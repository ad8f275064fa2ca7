import { setTimeout as wait } from "node:timers/promises";
import { claimWithEnrollments } from "@/lib/admission/asked-merits";
import { createAdultEnrollment, createMinorEnrollment } from "@/lib/enrollment/create-enrollment";
import { createFamily, createFromAccount } from "@/lib/enrollment/create-family";
import type { Also } from "@/lib/enrollment/insert-enrollment";
import type { Origin } from "@/lib/enrollment/origin";
import { type Terms, termsIn } from "@/lib/enrollment/terms";
import type { Problems } from "@/lib/form/answers";
import { lastStep, type StepId, stepOf } from "@/lib/form/steps";
import type { Locale } from "@/lib/i18n/locales";
import type { Day } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { currentSandbox, LIVE } from "@/lib/platform/sandbox";
import { answerBy } from "@/lib/school/answer-by";
import { eachChild } from "./children";
import { type Draft, type DraftContent, isNobodys, type Sent } from "./draft";
import { type Flow, firstOpenChild, flowOf, submissionOf } from "./form-flow";
import { countDuplicate, mayGoOn, metTooManyDuplicates } from "./form-limits";
import { type FormSchool, formSchool } from "./form-school";
import { sentOf } from "./sent";

type Sending = {
  accepted: boolean;
  /** The address that its page showed. */
  termsUrl: string;
  address: string;
  locale: Locale;
};

/** `taken` is what a duplicate is called in an account, whose owner need not sign in to go on. */
type Refused = "tooMany" | "tooFast" | "termsChanged" | "duplicate" | "taken";

export type Outcome =
  | { sent: Sent }
  | { problems: Problems }
  | { refusal: Refused }
  /** A student has an enrollment in that year already: from the account alone, which shows it. */
  | { enrolled: true }
  /** An answer is missing or no longer holds: the step that asks for it, and the place of the child. */
  | { step: StepId | "start"; child?: number };

/**
 * Sends what a draft holds, as the API would be sent it: everything is checked again, and a draft
 * that is sent twice gives one enrollment and one answer (wizard 30).
 */
export async function sendDraft(draft: Draft, sending: Sending): Promise<Outcome> {
  const { content, createdAt } = draft;
  if (content.sent) return { sent: content.sent };

  const school = await formSchool();
  if (school.open.length === 0 || isNobodys(content)) return { step: "start" };
  const open = firstOpenChild(content, school);
  if (open) return { step: open.step, child: open.at };
  if (!sending.accepted) return { problems: { terms_and_conditions: "required" } };
  const terms = await termsIn(sending.locale);
  if (sending.termsUrl !== terms.url) return { refusal: "termsChanged" };
  if (isTooFast(createdAt)) return { refusal: "tooFast" };
  if (!(await maySend(draft, sending))) return { refusal: "tooMany" };

  // Whether somebody is known must not show in the time taken either. Who it is, and by which field, cannot:
  // one statement inserts all people or fails, and one more looks for all e-mails and documents at once,
  // whichever of them is taken. After ten such answers an hour at one address, a draft there gets one more.
  const [outcome] = await Promise.all([create(draft, school, sending, terms), wait(LEAST_MS)]);
  return outcome;
}

/** Sooner than a person could; in a sandbox, where flows are tried by programs, nothing is. */
const isTooFast = (createdAt: Date) =>
  currentSandbox().sandboxId === LIVE && Date.now() - createdAt.getTime() < env.FORM_MINIMUM_SECONDS * 1000;

const LEAST_MS = 250;

/** Limits of the address. */
const maySend = async ({ id }: Draft, { address }: Sending): Promise<boolean> =>
  !(await metTooManyDuplicates(address, id.toString("hex"))) && mayGoOn("sends", address);

async function create(draft: Draft, school: FormSchool, sending: Sending, terms: Terms): Promise<Outcome> {
  const flows = eachChild(draft.content).map((child) => flowOf(child, school));
  const origin = {
    source: "form" as const,
    locale: sending.locale,
    terms,
    draftId: draft.id.toString("hex"),
  };
  try {
    const created = await register(draft.content, flows, { origin, today: school.context.today });
    const sent = await sentOf(created, flows, answerBy(new Date(), school.settings));
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
    const open = firstOpenChild(draft.content, await formSchool());
    const owner = error.issues[0] && stepOf(error.issues[0].field, flows[0]?.branch ?? "minor");
    return open ? { step: open.step, child: open.at } : { step: owner ?? lastStep };
  }
}

/** What is claimed with the enrollments, in their transaction; nothing where nothing is. */
function claiming(flows: Flow[], today: Day): Also | undefined {
  const claimed = flows.map(({ steps, answers }) =>
    steps.includes("merits") && typeof answers.merits === "string" ? answers.merits.split(" ") : [],
  );
  if (claimed.flat().length === 0) return undefined;
  return (client, documents) => {
    const rows = documents.map(({ reference }, at) => ({ reference, codes: claimed[at] ?? [] }));
    return claimWithEnrollments(client, rows, today);
  };
}

/** From an account; or an adult, a child, or several in one transaction. */
function register({ by }: DraftContent, flows: Flow[], { origin, today }: { origin: Origin; today: Day }) {
  const sent = flows.map((flow) => ({ student: flow.content.student, submitted: submissionOf(flow) }));
  const also = claiming(flows, today);
  if (by) return createFromAccount(by, sent, origin, also);
  const bodies = sent.map(({ submitted }) => submitted);
  if (flows[0]?.branch === "adult") return createAdultEnrollment(bodies[0], origin, also);
  return bodies.length === 1
    ? createMinorEnrollment(bodies[0], origin, also)
    : createFamily(bodies, origin, also);
}

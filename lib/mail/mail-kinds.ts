import type { MailState, MailKind as StoredKind } from "@/generated/prisma/enums";
import { type Day, getAge, toDay } from "@/lib/platform/dates";

type Row = {
  /**
   * What it is about. All but a decision are what a person waits for before anything else goes on: they leave
   * before any other, and most make a link. The API lists `setup` kinds alone.
   */
  about:
    | "setup"
    | "password"
    | "draft"
    | "decision"
    | "new address"
    | "old address"
    | "own request"
    | "sign in"
    | "answer"
    | "question"
    | "merits"
    | "renewal"
    | "group";
  /** Of use only in its hour: what never arrived is not sent again to another address. */
  isOneTime?: true;
};

/** One row a kind of message; its words are `mail` and `mailKinds` in the messages. */
const rows = {
  adult_student: { about: "setup" },
  guardian: { about: "setup" },
  second_guardian: { about: "setup" },
  minor_student: { about: "setup" },
  password_reset: { about: "password" },
  accepted: { about: "decision" },
  rejected: { about: "decision" },
  waiting: { about: "decision" },
  withdrawn: { about: "decision" },
  put_back: { about: "decision" },
  changed: { about: "decision" },
  correction_settled: { about: "decision" },
  continue_draft: { about: "draft", isOneTime: true },
  confirm_email: { about: "new address", isOneTime: true },
  email_changed: { about: "old address", isOneTime: true },
  erasure_asked: { about: "own request" },
  place_asked: { about: "answer" },
  place_reminder: { about: "answer" },
  sign_in_link: { about: "sign in", isOneTime: true },
  question: { about: "question" },
  question_reminder: { about: "question" },
  group_message: { about: "group" },
  merits_unchecked: { about: "merits" },
  renewal_asked: { about: "renewal" },
  renewal_reminder: { about: "renewal" },
} as const satisfies Record<StoredKind, Row>;

export type MailKind = keyof typeof rows;
type KindAbout<What> = {
  [Kind in MailKind]: (typeof rows)[Kind]["about"] extends What ? Kind : never;
}[MailKind];
export type DecisionMail = KindAbout<"decision">;
export type SetupMail = KindAbout<"setup">;
type GroupMail = KindAbout<"group">;
export type LinkMail = Exclude<MailKind, DecisionMail | GroupMail>;

export const mailKinds = Object.keys(rows) as MailKind[];

/** What is known of a kind. */
const getRow = (kind: MailKind): Row => rows[kind];

/** The kinds that are not sent again to another address. */
export const oneTimeKinds = mailKinds.filter((kind) => getRow(kind).isOneTime);

/** To whom an e-mail goes, as integrators hear of it. */
export const mailRecipients = ["student", "guardian", "second_guardian"] as const;

/** The kinds that an enrollment itself sends (4.3-9 and 4.3-4.4-11). */
export const isSetupMail = (kind: MailKind): kind is SetupMail => getRow(kind).about === "setup";
export const setupKinds = mailKinds.filter(isSetupMail);

/**
 * What a message's link does: sets a password, moves the draft that was offered, confirms an address, opens what is
 * asked, signs in.
 */
export type LinkUse = "setup" | "draft" | "address" | "answer" | "sign in";
export function getLinkUse(kind: MailKind): LinkUse | undefined {
  const what = getRow(kind).about;
  if (isRenewalMail(kind)) return "answer";
  if (what === "decision" || what === "old address" || what === "own request" || isMultiEnrollmentMail(kind))
    return;
  if (what === "new address") return "address";
  if (what === "answer" || what === "sign in") return what;
  if (what === "question") return "answer";
  return what === "draft" ? "draft" : "setup";
}

/** Whether a message goes to another address than its person's. */
export const hasOtherRecipient = (kind: MailKind): boolean =>
  getRow(kind).about === "new address" || getRow(kind).about === "old address";

/** Whether a message tells a decision, or what else the school or another guardian did about a request. */
export const isDecisionMail = (kind: MailKind): kind is DecisionMail => getRow(kind).about === "decision";

/** A whole list is told at once: its messages stand behind those that somebody waits for. */
export const getJobPriority = (kind: MailKind) =>
  isDecisionMail(kind) || isPlaceConfirmationMail(kind) || isMultiEnrollmentMail(kind) ? -1 : 0;

/** Whether a message asks its reader whether places are kept: those of all their children at once. */
export const isPlaceConfirmationMail = (kind: MailKind): boolean => getRow(kind).about === "answer";

/** Whether a message is one that somebody of the desk wrote to many (desk 38). */
export const isGroupMail = (kind: MailKind): kind is GroupMail => getRow(kind).about === "group";

/** Whether a message asks its reader who of theirs goes on in the next year (admission 14). */
export const isRenewalMail = (kind: MailKind): boolean => getRow(kind).about === "renewal";

/** Whether the office sends a message to many families at once. */
export const isSentToMany = (kind: MailKind): boolean => isGroupMail(kind) || isRenewalMail(kind);

/** Whether a message is about all enrollments that it `tells` by their references. */
export const isMultiEnrollmentMail = (kind: MailKind): boolean =>
  isGroupMail(kind) || isRenewalMail(kind) || getRow(kind).about === "merits";
export const multiEnrollmentKinds = mailKinds.filter(isMultiEnrollmentMail);

/** Whether a message asks its reader for what is missing of an enrollment (desk 37). */
export const isQuestionMail = (kind: MailKind): boolean => getRow(kind).about === "question";

/**
 * A message's states, each outranking those before it: whatever order delivery events arrive in,
 * `sent` never overwrites `delivered`.
 */
export const mailStates = [
  "queued",
  "sent",
  "delayed",
  "failed",
  "delivered",
  "bounced",
  "complained",
] as const satisfies MailState[];

export const outranks = (state: MailState, other: MailState) =>
  mailStates.indexOf(state) > mailStates.indexOf(other);

/** From this age on a child consents by itself to what a service does with its data (Spain, LOPDGDD, article 7). */
const CONSENT_AGE = 14;

/** Whether a child has a guardian do all of it: of them no password is asked, and their mail says so (families 38). */
export const isBelowConsentAge = (birthDate: Date | null, today: Day): boolean =>
  birthDate !== null && getAge(toDay(birthDate), today) < CONSENT_AGE;

import type { MailState, MailKind as StoredKind } from "@/generated/prisma/enums";
import { type Day, getAge, toDay } from "@/lib/platform/dates";
import type { MailData } from "./schema";

/**
 * What a message's link does: sets a password, moves the draft that was offered, confirms an address, opens what is
 * asked, signs in.
 */
export type LinkUse = "setup" | "draft" | "address" | "answer" | "sign in";

type Row = {
  /** What its words speak of; the API lists `setup` kinds alone. */
  about: "setup" | "decision" | "group" | "renewal" | "question" | "place" | "service";
  /** What its link does; without one it leads to the account. */
  link?: LinkUse;
  /** Goes to another address than its person's. */
  hasOtherRecipient?: true;
  /** Is about all enrollments that it `tells` by their references. */
  isMultiEnrollment?: true;
  /** Its job stands behind those that somebody waits for: a whole list is told at once. */
  canWait?: true;
  /** Of use only in its hour: what never arrived is not sent again to another address. */
  isOneTime?: true;
  /** Of the made-up family that a sample of it goes to. */
  sample?: { name?: string; tells?: Omit<MailData, "reader"> };
};

const setup = { about: "setup", link: "setup" } as const;
const decision = { about: "decision", canWait: true } as const;
const toBerta = { name: "Berta" };
const toMany = { isMultiEnrollment: true, canWait: true } as const;
const renewal = {
  about: "renewal",
  link: "answer",
  ...toMany,
  sample: { tells: { keepBy: "2026-05-31" } },
} as const;

/** One row a kind of message; its words are `mail` and `mailKinds` in the messages. */
const rows = {
  adult_student: { ...setup, sample: { name: "Núria" } },
  guardian: { ...setup, sample: toBerta },
  second_guardian: setup,
  minor_student: { ...setup, sample: { name: "Carla" } },
  password_reset: { about: "service", link: "setup", sample: toBerta },
  // Its words stay in the language in which somebody typed them.
  accepted: { ...decision, sample: { tells: { speciality: "Piano", sends: true } } },
  rejected: {
    ...decision,
    sample: { tells: { words: "Quedan plazas en Viola: si te interesa, llámanos." } },
  },
  waiting: { ...decision, sample: { tells: { speciality: "Piano" } } },
  withdrawn: decision,
  put_back: decision,
  changed: decision,
  correction_settled: decision,
  continue_draft: { about: "service", link: "draft", isOneTime: true, sample: toBerta },
  confirm_email: {
    about: "service",
    link: "address",
    hasOtherRecipient: true,
    isOneTime: true,
    sample: toBerta,
  },
  email_changed: { about: "service", hasOtherRecipient: true, isOneTime: true, sample: toBerta },
  erasure_asked: { about: "service", sample: toBerta },
  place_asked: { about: "place", link: "answer", canWait: true },
  place_reminder: { about: "place", link: "answer", canWait: true },
  sign_in_link: { about: "service", link: "sign in", isOneTime: true },
  question: { about: "question", link: "answer" },
  question_reminder: { about: "question", link: "answer" },
  group_message: {
    about: "group",
    ...toMany,
    sample: {
      tells: {
        subject: "La primera clase de Carla",
        words: "La primera clase de Carla es el martes 7 de septiembre a las 17:00, en el aula 12.",
      },
    },
  },
  merits_unchecked: { about: "service", ...toMany, sample: renewal.sample },
  renewal_asked: renewal,
  renewal_reminder: renewal,
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

/** What a message's link does, if it has one of its own. */
export const getLinkUse = (kind: MailKind) => getRow(kind).link;

/** Whether a message goes to another address than its person's. */
export const hasOtherRecipient = (kind: MailKind) => getRow(kind).hasOtherRecipient === true;

/** Whether a message tells a decision, or what else the school or another guardian did about a request. */
export const isDecisionMail = (kind: MailKind): kind is DecisionMail => getRow(kind).about === "decision";

export const getJobPriority = (kind: MailKind) => (getRow(kind).canWait ? -1 : 0);

/** Whether a message asks its reader whether places are kept: those of all their children at once. */
export const isPlaceConfirmationMail = (kind: MailKind) => getRow(kind).about === "place";

/** Whether a message is one that somebody of the desk wrote to many (desk 38). */
export const isGroupMail = (kind: MailKind): kind is GroupMail => getRow(kind).about === "group";

/** Whether the office sends a message to many families at once. */
export const isSentToMany = (kind: MailKind) => ["group", "renewal"].includes(getRow(kind).about);

/** Whether a message is about all enrollments that it `tells` by their references. */
export const isMultiEnrollmentMail = (kind: MailKind) => getRow(kind).isMultiEnrollment === true;
export const multiEnrollmentKinds = mailKinds.filter(isMultiEnrollmentMail);

/** Whether a message asks for what its reader alone knows: what is missing (desk 37), or who goes on (admission 14). */
export const isQuestionMail = (kind: MailKind) => ["question", "renewal"].includes(getRow(kind).about);

/** To whom and of what a sample of the kind tells. */
export const getSample = (kind: MailKind) => getRow(kind).sample ?? {};

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

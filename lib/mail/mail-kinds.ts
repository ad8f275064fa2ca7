import type { MailState, MailKind as StoredKind } from "@/generated/prisma/enums";
import { type Day, getAge, toDay } from "@/lib/platform/dates";
import type { MailData } from "./schema";

/**
 * The purpose of a message's link: set a password, move a draft to another device, confirm an address, answer a
 * question, sign in.
 */
export type LinkUse = "setup" | "draft" | "address" | "answer" | "sign in";

type Row = {
  /**
   * The subject of the message; the API lists only `setup` kinds. A `question` asks for missing information (desk 37);
   * `place` asks the reader to confirm the places of all their children at once.
   */
  about: "setup" | "decision" | "group" | "renewal" | "question" | "place" | "service";
  /** The purpose of the link; without one it leads to the account. */
  link?: LinkUse;
  hasOtherRecipient?: true;
  /** Is about all enrollments whose references are in `tells`. */
  isMultiEnrollment?: true;
  /** Has a lower job priority, because it goes to a whole list at once. */
  canWait?: true;
  /** Useful only for a short time: never sent again to another address. */
  isOneTime?: true;
  sample?: { name?: string; data?: Omit<MailData, "reader"> };
};

const setup = { about: "setup", link: "setup" } as const;
const decision = { about: "decision", canWait: true } as const;
const bertaSample = { name: "Berta" };
const multiEnrollment = { isMultiEnrollment: true, canWait: true } as const;
const renewal = {
  about: "renewal",
  link: "answer",
  ...multiEnrollment,
  sample: { data: { keepBy: "2026-05-31" } },
} as const;

/** One row per kind; the texts are `mail` and `mailKinds` in the messages. */
const rows = {
  adult_student: { ...setup, sample: { name: "Núria" } },
  guardian: { ...setup, sample: bertaSample },
  second_guardian: setup,
  minor_student: { ...setup, sample: { name: "Carla" } },
  password_reset: { about: "service", link: "setup", sample: bertaSample },
  // The desk's own text is not translated.
  accepted: { ...decision, sample: { data: { speciality: "Piano", sends: true } } },
  rejected: {
    ...decision,
    sample: { data: { words: "Quedan plazas en Viola: si te interesa, llámanos." } },
  },
  waiting: { ...decision, sample: { data: { speciality: "Piano" } } },
  withdrawn: decision,
  put_back: decision,
  changed: decision,
  correction_settled: decision,
  continue_draft: { about: "service", link: "draft", isOneTime: true, sample: bertaSample },
  confirm_email: {
    about: "service",
    link: "address",
    hasOtherRecipient: true,
    isOneTime: true,
    sample: bertaSample,
  },
  email_changed: { about: "service", hasOtherRecipient: true, isOneTime: true, sample: bertaSample },
  erasure_asked: { about: "service", sample: bertaSample },
  place_asked: { about: "place", link: "answer", canWait: true },
  place_reminder: { about: "place", link: "answer", canWait: true },
  sign_in_link: { about: "service", link: "sign in", isOneTime: true },
  question: { about: "question", link: "answer" },
  question_reminder: { about: "question", link: "answer" },
  group_message: {
    about: "group",
    ...multiEnrollment,
    sample: {
      data: {
        subject: "La primera clase de Carla",
        words: "La primera clase de Carla es el martes 7 de septiembre a las 17:00, en el aula 12.",
      },
    },
  },
  merits_unchecked: { about: "service", ...multiEnrollment, sample: renewal.sample },
  renewal_asked: renewal,
  renewal_reminder: renewal,
} as const satisfies Record<StoredKind, Row>;

export type MailKind = keyof typeof rows;
type KindAbout<About> = {
  [Kind in MailKind]: (typeof rows)[Kind]["about"] extends About ? Kind : never;
}[MailKind];
export type DecisionMail = KindAbout<"decision">;
type SetupMail = KindAbout<"setup">;
type GroupMail = KindAbout<"group">;
export type LinkMail = Exclude<MailKind, DecisionMail | GroupMail>;

export const mailKinds = Object.keys(rows) as MailKind[];

export const getMailKind = (kind: MailKind): Row => rows[kind];

export const mailRecipients = ["student", "guardian", "second_guardian"] as const;

/** The messages that an enrollment sends itself (4.3-9 and 4.3-4.4-11). */
export const isSetupMail = (kind: MailKind): kind is SetupMail => getMailKind(kind).about === "setup";
export const setupKinds = mailKinds.filter(isSetupMail);

/** Whether a message is about a decision, or about another change of a request by the school or a guardian. */
export const isDecisionMail = (kind: MailKind): kind is DecisionMail =>
  getMailKind(kind).about === "decision";

/** Whether a message is one that the desk wrote to many families (desk 38). */
export const isGroupMail = (kind: MailKind): kind is GroupMail => getMailKind(kind).about === "group";

export const multiEnrollmentKinds = mailKinds.filter((kind) => getMailKind(kind).isMultiEnrollment);

/** A message's states in ascending rank: in whatever order delivery events arrive, `sent` never overwrites `delivered`. */
export const mailStates = [
  "queued",
  "sent",
  "delayed",
  "failed",
  "delivered",
  "bounced",
  "complained",
] as const satisfies MailState[];

/** The age of consent to data processing in Spain (LOPDGDD, article 7). */
const CONSENT_AGE = 14;

/** Whether a child is below the age of consent: the guardian acts for it, and it gets no password (families 38). */
export const isBelowConsentAge = (birthDate: Date | null, today: Day): boolean =>
  birthDate !== null && getAge(toDay(birthDate), today) < CONSENT_AGE;

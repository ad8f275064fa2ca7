import type { MailKind as StoredKind } from "@/generated/prisma/enums";

/**
 * What a kind of message is about. `setup`, `password` and `draft` are what a person waits for before anything
 * else goes on: they alone make a link, and leave before any other. The API lists `setup` kinds alone.
 */
const about = {
  adult_student: "setup",
  guardian: "setup",
  second_guardian: "setup",
  minor_student: "setup",
  password_reset: "password",
  accepted: "decision",
  rejected: "decision",
  waiting: "decision",
  withdrawn: "decision",
  put_back: "decision",
  changed: "decision",
  continue_draft: "draft",
} as const satisfies Record<StoredKind, "setup" | "password" | "draft" | "decision">;

export type MailKind = keyof typeof about;
type KindAbout<What> = { [Kind in MailKind]: (typeof about)[Kind] extends What ? Kind : never }[MailKind];
export type DecisionMail = KindAbout<"decision">;
export type SetupMail = KindAbout<"setup">;
export type LinkMail = Exclude<MailKind, DecisionMail>;

export const mailKinds = Object.keys(about) as MailKind[];

/** The kinds that an enrollment itself sends (4.3-9 and 4.3-4.4-11). */
export const isSetup = (kind: MailKind): kind is SetupMail => about[kind] === "setup";
export const setupMails = mailKinds.filter(isSetup);

/** Whether a message's link moves the draft that was offered to its reader (families 7). */
export const offersDraft = (kind: MailKind): boolean => about[kind] === "draft";

/** Whether a message tells a decision; any other carries a link that sets a password or signs in. */
export const tellsDecision = (kind: MailKind): kind is DecisionMail => about[kind] === "decision";

/** A whole list is told at once: its messages stand behind those that somebody waits for. */
export const jobPriority = (kind: MailKind) => (tellsDecision(kind) ? -1 : 0);

import type { MailKind as StoredKind } from "@/generated/prisma/enums";

/**
 * What a kind of message is about. All but a decision are what a person waits for before anything else goes on:
 * they leave before any other, and most make a link. The API lists `setup` kinds alone.
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
  correction_settled: "decision",
  continue_draft: "draft",
  confirm_email: "new address",
  email_changed: "old address",
} as const satisfies Record<
  StoredKind,
  "setup" | "password" | "draft" | "decision" | "new address" | "old address"
>;

export type MailKind = keyof typeof about;
type KindAbout<What> = { [Kind in MailKind]: (typeof about)[Kind] extends What ? Kind : never }[MailKind];
export type DecisionMail = KindAbout<"decision">;
export type SetupMail = KindAbout<"setup">;
export type LinkMail = Exclude<MailKind, DecisionMail>;

export const mailKinds = Object.keys(about) as MailKind[];

/** To whom an e-mail goes, as integrators hear of it. */
export const mailRecipients = ["student", "guardian", "second_guardian"] as const;

/** The kinds that an enrollment itself sends (4.3-9 and 4.3-4.4-11). */
export const isSetup = (kind: MailKind): kind is SetupMail => about[kind] === "setup";
export const setupMails = mailKinds.filter(isSetup);

/** What a message's link does: sets a password, moves the draft that was offered, confirms an address. */
export type LinkUse = "setup" | "draft" | "address";
export function linkUse(kind: MailKind): LinkUse | undefined {
  const what = about[kind];
  if (what === "decision" || what === "old address") return;
  if (what === "new address") return "address";
  return what === "draft" ? "draft" : "setup";
}

/** Whether a message goes to another address than its person's. */
export const goesElsewhere = (kind: MailKind): boolean =>
  about[kind] === "new address" || about[kind] === "old address";

/** Whether a message tells a decision, or what else the school or another guardian did about a request. */
export const tellsDecision = (kind: MailKind): kind is DecisionMail => about[kind] === "decision";

/** A whole list is told at once: its messages stand behind those that somebody waits for. */
export const jobPriority = (kind: MailKind) => (tellsDecision(kind) ? -1 : 0);

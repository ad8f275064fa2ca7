import type { Problems, RawInput } from "@/lib/wizard/types";

/** Why nothing was saved, when no field is to blame. */
export const stepErrors = [
  "offline",
  "busy",
  "unavailable",
  "unsure",
  "failed",
  "tooMany",
  "tooFast",
  "honeypot",
  "termsChanged",
  "duplicate",
  "taken",
] as const;

export type StepError = (typeof stepErrors)[number];

/** Those that the step alone can meet which sends; no other step gets their words. */
export const submitOnlyErrors: readonly StepError[] = [
  "unsure",
  "tooFast",
  "honeypot",
  "termsChanged",
  "duplicate",
  "taken",
];

/** As it stands it is not sent, however often it is tried: from anybody, and from an account. */
export const isFinalError = (refusal: StepError | undefined) =>
  refusal === "duplicate" || refusal === "taken";

/**
 * What has happened to the draft since its page was opened: gone, sent, another tab asks of somebody else by
 * now, signed out; or the service has been renewed. Told while somebody types, by whatever keeps what is typed.
 */
export const draftConflicts = ["lost", "sent", "elsewhere", "signedOut", "renewed"] as const;

export type DraftConflict = (typeof draftConflicts)[number];

/** What an action answers when the family stays on the page. */
export type StepState = {
  problems: Problems;
  /** What was typed; undefined shows what was saved. */
  typed?: RawInput;
  /** What the problems are about, where the controls hold it themselves. */
  refused?: RawInput;
  refusal?: StepError;
  /** Where the service is busy: when it is tried again, in seconds. */
  again?: number;
};

export type StepAction = (state: StepState, form: FormData) => Promise<StepState>;

/** The name of the field that people do not see and robots fill in. */
export const HONEYPOT = "website";

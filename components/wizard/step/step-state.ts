import type { Problems, RawInput } from "@/lib/wizard/types";

/** Errors that belong to no field. */
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

/** Errors of the last step; other steps do not load their texts. */
export const submitOnlyErrors: readonly StepError[] = [
  "unsure",
  "tooFast",
  "honeypot",
  "termsChanged",
  "duplicate",
  "taken",
];

/** Errors that a retry cannot fix. */
export const isFinalError = (error: StepError | undefined) => error === "duplicate" || error === "taken";

/**
 * What happened to the draft elsewhere while the page was open: expired, submitted, changed by another
 * tab, signed out, or a new build. Autosave reports it.
 */
export const draftConflicts = ["lost", "sent", "elsewhere", "signedOut", "renewed"] as const;

export type DraftConflict = (typeof draftConflicts)[number];

/** An action's result when the family stays on the page. */
export type StepState = {
  problems: Problems;
  /** Undefined: the saved values. */
  input?: RawInput;
  /** The rejected values, where the controls keep the input themselves. */
  rejectedInput?: RawInput;
  error?: StepError;
  /** Seconds until a retry, if the service is busy. */
  retryAfter?: number;
};

export type StepAction = (state: StepState, form: FormData) => Promise<StepState>;

/** A hidden field that only robots fill. */
export const HONEYPOT = "website";

import type { FormError } from "@/lib/platform/errors";

/** `problem`: why it will not arrive. */
export type PreviewMail = { to: string; subject: string; text: string; problem?: string | undefined };

/** Submitted values by field name; a list, for checkboxes. */
export type FormInput = Record<string, string[]>;

/** Texts of the error summary and the offline notice. */
type SummaryTexts = { errorTitle: string; errorPrefix: string; offline: string };

/** Texts of a form that is never saved. */
export type FormTexts = SummaryTexts & { savedForm?: never };

/** With the form that was saved when the session ended, and a notice about it (desk 5). */
export type FormTextsWithSavedForm = SummaryTexts & {
  savedForm: { form: string; fields: FormInput; notice: string } | null;
};

/** The result of an action; its texts are in the page's language. */
export type ActionState = {
  problems?: FormError["problems"];
  /** A new link or secret, shown only once. */
  secret?: { link: string; email?: string | undefined };
  /** Messages that the decision would send. */
  preview?: PreviewMail[];
  /** Changes of a correction; `seen` identifies the preview, so that nothing else is saved. */
  difference?: { label: string; old: string; now: string }[];
  seen?: string;
  warning?: string;
  /** The new version, after somebody else's change. */
  version?: string;
  values?: FormInput;
  /** Distinguishes results, so that each is announced. */
  id?: number;
};

/** A result to show, or the address of the next page. */
export type ActionOutcome = ActionState | { redirect: string };

export type FormAction = (state: ActionState, form: FormData) => Promise<ActionState>;

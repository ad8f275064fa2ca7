import type { FormError } from "@/lib/platform/errors";

/** A message of a preview. */
export type PreviewMail = { to: string; subject: string; text: string };

/** Submitted values by field name; a list, for checkboxes. */
export type FormInput = Record<string, string[]>;

/** Texts of the error summary and the offline notice. */
type Words = { errorTitle: string; errorPrefix: string; offline: string };

/** Texts of a form that is never saved. */
export type FormTexts = Words & { held?: never };

/** With the form that was saved when the session ended, and a notice about it (desk 5). */
export type FormTextsWithSavedForm = Words & {
  held: { form: string; fields: FormInput; notice: string } | null;
};

/** The result of an action; its texts are in the page's language. */
export type ActionState = {
  problems?: FormError["problems"];
  /** A new link or secret, shown only once. */
  shown?: { link: string; email?: string | undefined };
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
  at?: number;
};

export type FormAction = (state: ActionState, form: FormData) => Promise<ActionState>;

import type { FormError } from "@/lib/platform/errors";

/** A message that is yet to be sent: to whom, in a sentence, and all that it says. */
export type PreviewMail = { to: string; subject: string; text: string };

/** What was typed, by the fields' names: as many values as boxes of the name were ticked. */
export type FormInput = Record<string, string[]>;

/** What a form says above its problems, and where it cannot be sent at all. */
type Words = { errorTitle: string; errorPrefix: string; offline: string };

/** A form whose page knows of no form that was kept. */
export type FormTexts = Words & { held?: never };

/** With the form of this page that was being filled in when the session ended, and what says so (desk 5). */
export type FormTextsWithSavedForm = Words & {
  held: { form: string; fields: FormInput; notice: string } | null;
};

/** What an action of the desk or the account answers with; its words are chosen on the server, in the page's language. */
export type ActionState = {
  problems?: FormError["problems"];
  /** A link or a secret that the action has made, for this page alone. */
  shown?: { link: string; email?: string | undefined };
  /** What a decision would send, as it would be made now. */
  preview?: PreviewMail[];
  /** What a correction would change, in words; `seen` names it, so that nothing else is saved. */
  difference?: { label: string; old: string; now: string }[];
  seen?: string;
  warning?: string;
  /** How the enrollment stands since somebody else changed it. */
  version?: string;
  /** What was typed, so that it stays. */
  values?: FormInput;
  /** Tells one answer from the next, so that each is announced. */
  at?: number;
};

export type FormAction = (state: ActionState, form: FormData) => Promise<ActionState>;

import { AsyncLocalStorage } from "node:async_hooks";
import { isHttps } from "@/lib/platform/env";
import type { FormError } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/** Every cookie of our pages. */
export const cookieNames = [
  "matricula_draft",
  "session",
  "desk",
  "device",
  "guardian",
  "desk-device",
  "desk-held",
  "mailbox",
  "matricula_sandbox",
  "cookie-check",
] as const;

export type CookieName = (typeof cookieNames)[number];

/** `__Host-` makes the browser refuse the cookie from other hosts and plain HTTP. */
export const getCookieName = (name: CookieName) => (isHttps() ? `__Host-${name}` : name);

const DAY_S = 24 * 3600;

/** Max-Age in seconds of the cookies with a fixed lifetime. */
export const cookieLifetimes = {
  matricula_draft: 30 * DAY_S, // longer than a draft, so that the page can say that it expired
  desk: DAY_S / 2,
  "desk-device": 400 * DAY_S,
  "desk-held": 3600,
} as const;

/** The value of one of our cookies in a `Cookie` header. */
export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const beginning = `${getCookieName(name)}=`;
  return header
    ?.split("; ")
    .find((cookie) => cookie.startsWith(beginning))
    ?.slice(beginning.length);
}

/** The `Set-Cookie` header of a cookie for this server only. */
export const formatSetCookie = (name: CookieName, value: string, seconds: number) =>
  `${getCookieName(name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isHttps() ? "; Secure" : ""}`;

type Status = 404 | 503;

/** The state of a page's response while Next renders it. */
export type PageResponse = {
  /** The status that the page has requested. */
  status?: Status;
  /** The status that was sent. */
  sent?: number;
  /** Our code has begun to handle the request: from here on a failure is not a bad request. */
  hasReachedApp?: boolean;
  /** The first error that Next reported. */
  failure?: unknown;
  /** Whether our code had begun when it failed. */
  hasFailedInApp?: boolean;
  /** The request comes from the page's script, which shows the form's result itself. */
  isScripted?: boolean;
  /** The error of a form that was posted without scripts. */
  refusal?: FormError;
};

const answers = () => singleton("page answers", () => new AsyncLocalStorage<PageResponse>());

/** Runs `render` with a response that the functions below can change. */
export function withPageResponse<T>(answer: PageResponse, render: () => T): T {
  return answers().run(answer, render);
}

/**
 * Sets the status of the page that is being rendered. Next's own ways (throwing, `notFound`) render the text
 * by script only, so a browser without scripts would show nothing.
 */
export function setPageStatus(status: Status) {
  const answer = answers().getStore();
  if (answer) answer.status = status;
}

/** Passes the error of a form posted without scripts to the page that answers it, which may no longer contain the form. */
export function setFormError(refusal: FormError) {
  const answer = answers().getStore();
  if (answer && !answer.isScripted) answer.refusal = refusal;
}

export const getFormError = (): FormError | undefined => answers().getStore()?.refusal;

/** Marks that Next has parsed the request and called our code; before that, a failure is a bad request. */
export function markRequestReached() {
  const answer = answers().getStore();
  if (answer) answer.hasReachedApp = true;
}

/** Answers 400 to a post that calls an action without its form. @throws TypeError */
export function assertFormData(form: unknown): asserts form is FormData {
  if (form instanceof FormData) return;
  const answer = answers().getStore();
  if (answer) answer.hasFailedInApp = false;
  throw new TypeError("called without a form");
}

/** Saves a page's first error for the request's log line; false outside a request. */
export function recordPageError(error: Error | undefined): boolean {
  const answer = answers().getStore();
  if (!answer || !error) return answer !== undefined;
  answer.hasFailedInApp ??= answer.hasReachedApp === true;
  answer.failure ??= error;
  return true;
}
/** Whether a field takes a password, code or token, whose value is never trimmed, stored or shown again. */
export const isSecretField = (name: string): boolean => /^(password|current|code|token)$/.test(name);

/** The fields of a form, without secrets and without Next's own fields. */
export function readFormFields(form: FormData): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name in {} || name.startsWith("$ACTION") || isSecretField(name))
      continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

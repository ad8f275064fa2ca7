import { AsyncLocalStorage } from "node:async_hooks";
import type { FormError } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

/**
 * Every cookie that a page of ours keeps in a browser; true where who sends it is in the middle of something:
 * a form, an account, the desk.
 */
export const cookies = {
  matricula_draft: true,
  session: true,
  desk: true,
  device: false,
  guardian: false,
  "desk-device": false,
  "desk-held": false,
  mailbox: false,
  "cookie-check": false,
} as const;

export type CookieName = keyof typeof cookies;

/** Where served by TLS, the browser itself keeps other hosts and plain HTTP from setting it. */
export const getCookieName = (name: CookieName, secure: boolean) => (secure ? `__Host-${name}` : name);

const DAY_S = 24 * 3600;

/** So many seconds a browser keeps those that live no longer than they are told when set. */
export const cookieLifetimes = {
  matricula_draft: 30 * DAY_S, // longer than a draft, so that a family that comes back too late can be told so
  desk: DAY_S / 2,
  "desk-device": 400 * DAY_S,
  "desk-held": 3600,
} as const;

/** Whether a `Cookie` header is of somebody in the middle of something. What it leads to, nobody looks at here. */
export function hasActiveSession(header: string | undefined, secure: boolean): boolean {
  const sent = new Set(header?.split("; ").map((cookie) => cookie.split("=", 1)[0]));
  return Object.entries(cookies).some(
    ([name, underWay]) => underWay && sent.has(getCookieName(name as CookieName, secure)),
  );
}

/** What a `Cookie` header says of the cookie with this very name. */
export const readCookie = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split("; ")
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The `Set-Cookie` of one that only this server reads. */
export const formatSetCookie = (name: CookieName, value: string, seconds: number, secure: boolean) =>
  `${getCookieName(name, secure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

type Status = 404 | 503;

/** What is known of a page's answer while Next renders it. */
export type PageResponse = {
  /** The status that a page which renders wants to have. */
  status?: Status;
  /** The status that it got. */
  sent?: number;
  /** Code of ours has begun to work on the request: what fails from here on is no longer the request's fault. */
  hasReachedApp?: boolean;
  /** What Next said went wrong, the first thing of it. */
  failure?: unknown;
  /** Whether code of ours had begun when it went wrong. */
  hasFailedInApp?: boolean;
  /** The request comes from a page's script, whose form shows itself what it was answered. */
  isScripted?: boolean;
  /** What a form that was posted without scripts was refused with. */
  refusal?: FormError;
};

const answers = () => singleton("page answers", () => new AsyncLocalStorage<PageResponse>());

/** Runs what renders a page, so that the functions below reach its answer. */
export function withPageResponse<T>(answer: PageResponse, render: () => T): T {
  return answers().run(answer, render);
}

/**
 * Gives the page that is being rendered a status. Next's own ways (to throw, `notFound`) leave the page's
 * words to the browser's script, so that a browser without it shows nothing.
 */
export function setPageStatus(status: Status) {
  const answer = answers().getStore();
  if (answer) answer.status = status;
}

/**
 * Tells the page that answers a form posted without scripts what the form was refused with: its own form may be
 * there no more to say it.
 */
export function setFormError(refusal: FormError) {
  const answer = answers().getStore();
  if (answer && !answer.isScripted) answer.refusal = refusal;
}

export const getFormError = (): FormError | undefined => answers().getStore()?.refusal;

/** Says that Next has understood the request and handed it to us; until then a failure is a bad request. */
export function markRequestReached() {
  const answer = answers().getStore();
  if (answer) answer.hasReachedApp = true;
}

/**
 * Makes a bad request of a post that calls an action without the form that it takes, before anything is done.
 * @throws TypeError where there is none
 */
export function assertFormData(form: unknown): asserts form is FormData {
  if (form instanceof FormData) return;
  const answer = answers().getStore();
  if (answer) answer.hasFailedInApp = false;
  throw new TypeError("called without a form");
}

/** Keeps what went wrong, if anything did, for the request's one line of log; false outside of any request. */
export function recordPageError(error: Error | undefined): boolean {
  const answer = answers().getStore();
  if (!answer || !error) return answer !== undefined;
  answer.hasFailedInApp ??= answer.hasReachedApp === true;
  answer.failure ??= error;
  return true;
}
/** Whether a control takes a password, a code or a link's token: it stays as it was typed, and is kept nowhere. */
export const isSecretField = (name: string): boolean => /^(password|current|code|token)$/.test(name);

/** What was typed and ticked, but for passwords, codes and what Next adds. */
export function readFormFields(form: FormData): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name in {} || name.startsWith("$ACTION") || isSecretField(name))
      continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

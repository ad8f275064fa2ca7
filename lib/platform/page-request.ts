import { AsyncLocalStorage } from "node:async_hooks";
import { isHttps } from "@/lib/platform/env";
import type { FormError } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

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

type CookieName = (typeof cookieNames)[number];

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

export function readCookie(header: string | undefined, name: CookieName): string | undefined {
  const prefix = `${getCookieName(name)}=`;
  return header
    ?.split("; ")
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length);
}

export const formatSetCookie = (name: CookieName, value: string, seconds: number) =>
  `${getCookieName(name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isHttps() ? "; Secure" : ""}`;

type Status = 404 | 503;

export type PageResponse = {
  status?: Status;
  sentStatus?: number;
  /** Our code has begun to handle the request: from here on a failure is not a bad request. */
  hasReachedApp?: boolean;
  failure?: unknown;
  hasFailedInApp?: boolean;
  /** The request comes from the page's script, which shows the form's result itself. */
  isScripted?: boolean;
  /** The error of a form that was posted without scripts. */
  formError?: FormError;
};

const responses = () => singleton("page answers", () => new AsyncLocalStorage<PageResponse>());

export function withPageResponse<T>(response: PageResponse, render: () => T): T {
  return responses().run(response, render);
}

/** Next's own ways (throwing, `notFound`) render by script only: a browser without scripts would show nothing. */
export function setPageStatus(status: Status) {
  const response = responses().getStore();
  if (response) response.status = status;
}

/** Passes the error of a form posted without scripts to the page that answers it, which may no longer contain the form. */
export function setFormError(error: FormError) {
  const response = responses().getStore();
  if (response && !response.isScripted) response.formError = error;
}

export const getFormError = (): FormError | undefined => responses().getStore()?.formError;

/** Marks that Next has parsed the request and called our code; before that, a failure is a bad request. */
export function markRequestReached() {
  const response = responses().getStore();
  if (response) response.hasReachedApp = true;
}

/** Answers 400 to a post that calls an action without its form. @throws TypeError */
export function assertFormData(form: unknown): asserts form is FormData {
  if (form instanceof FormData) return;
  const response = responses().getStore();
  if (response) response.hasFailedInApp = false;
  throw new TypeError("called without a form");
}

/** Saves a page's first error for the request's log line; false outside a request. */
export function recordPageError(error: Error | undefined): boolean {
  const response = responses().getStore();
  if (!response || !error) return response !== undefined;
  response.hasFailedInApp ??= response.hasReachedApp === true;
  response.failure ??= error;
  return true;
}
/** Whether a field takes a password, code or token, whose value is never trimmed, stored or shown again. */
export const isSecretField = (name: string): boolean => /^(password|current|code|token)$/.test(name);

export function readFormFields(form: FormData): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form) {
    if (typeof value !== "string" || name in {} || name.startsWith("$ACTION") || isSecretField(name))
      continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}

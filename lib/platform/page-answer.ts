import { AsyncLocalStorage } from "node:async_hooks";
import type { FormError } from "@/lib/platform/errors";
import { singleton } from "@/lib/platform/singleton";

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

import { MatriculaError } from "./error.js";

export type Options = {
  /** How long one attempt may take. */
  timeOutMs?: number;
  /** How often to try again at most. */
  retries?: number;
  /** What sends a request; `fetch` unless given. */
  fetch?: typeof fetch;
};

/** A POST that says itself that a repeated one is the same. */
const ENROLLING = /_enrollment\/?$/;

/** Sends a request, and again what may be sent again. */
export async function sendWithRetry(request: Request, options: Required<Options>): Promise<Response> {
  const enrolling = request.method === "POST" && ENROLLING.test(new URL(request.url).pathname);
  if (enrolling && !request.headers.has("Idempotency-Key"))
    request.headers.set("Idempotency-Key", crypto.randomUUID());
  const repeatable = enrolling || request.method === "GET" || request.method === "DELETE";
  for (let attempt = 0; ; attempt++) {
    const last = attempt >= options.retries;
    try {
      const response = await sendOnce(request.clone(), options);
      if (last || !(await isForLater(response, repeatable))) return response;
      await response.body?.cancel();
      await wait(response.headers.get("Retry-After"), attempt, request.signal);
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (last || !repeatable) throw new MatriculaError(0, { code: "no_answer" }, error);
      await wait(null, attempt, request.signal);
    }
  }
}

function sendOnce(request: Request, { fetch, timeOutMs }: Required<Options>): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeOutMs)]);
  return fetch(new Request(request, { signal }));
}

/** 429 and 503 have stored nothing, unless it is not known; behind 502 and 504 something may have happened. */
async function isForLater(response: Response, repeatable: boolean): Promise<boolean> {
  const { status } = response;
  if (status === 429 || (repeatable && [502, 503, 504].includes(status))) return true;
  if (status === 503) return (await codeOf(response)) !== "outcome_unknown";
  return repeatable && status === 409 && (await codeOf(response)) === "idempotency_in_progress";
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body = await response
    .clone()
    .json()
    .catch(() => undefined); // a proxy's own words
  return body?.error?.code;
}

/**
 * As long as `Retry-After` says, at least half a second doubled with each attempt, up to half of it longer.
 * @throws what the caller aborts with
 */
export function wait(retryAfter: string | null, attempt: number, signal: AbortSignal): Promise<void> {
  const requestedMs = Number(retryAfter ?? 0) * 1_000;
  const backoff = 500 * 2 ** attempt * (1 + Math.random() / 2);
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", aborted);
        resolve();
      },
      Math.max(requestedMs || 0, backoff),
    );
    signal.addEventListener("abort", aborted, { once: true });
    if (signal.aborted) aborted();
  });
}

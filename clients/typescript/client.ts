import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, paths } from "./schema.js";

type ErrorBody = components["schemas"]["Error"]["error"];

/** A refusal of the API, or an answer that never came (`code` is then `no_answer`). */
export class MatriculaError extends Error {
  override readonly name = "MatriculaError";
  /** What to branch on. */
  readonly code: ErrorBody["code"];
  /** 0 when there was no answer. */
  readonly status: number;
  /** Every refused field, each with its code. */
  readonly fields: NonNullable<ErrorBody["errors"]>;
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;

  constructor(status: number, body: Partial<ErrorBody> & { code: ErrorBody["code"] }, cause?: unknown) {
    super(body.message ?? body.code, { cause });
    this.code = body.code;
    this.status = status;
    this.fields = body.errors ?? [];
    this.requestId = body.request_id;
    this.docUrl = body.doc_url;
  }
}

export type Options = {
  /** How long one attempt may take. */
  timeOutMs?: number;
  /** How often to try again at most. */
  retries?: number;
  /** What sends a request; `fetch` unless given. */
  fetch?: typeof fetch;
};

/**
 * A typed client of the API: paths, parameters, bodies and answers as the OpenAPI document has them. Enrolling
 * gets an `Idempotency-Key` of its own unless you give one. What may be sent again is: after a lost connection,
 * a time-out, 429, 502, 503, 504 and `idempotency_in_progress`, waiting as `Retry-After` says.
 *
 * @param baseUrl where the service is, such as `https://school.example`
 */
export function matricula(baseUrl: string, apiKey: string, options: Options = {}): Client<paths> {
  return createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: (request) => sendAgain(request, { timeOutMs: 20_000, retries: 4, fetch, ...options }),
  });
}

/** What an answer carries in `data`. @throws MatriculaError when it is a refusal */
export async function dataOf<D>(
  answer: Promise<{ data?: { data: D }; error?: { error: ErrorBody }; response: Response }>,
): Promise<D> {
  const { data, error, response } = await answer;
  if (data) return data.data;
  const { status } = response;
  throw new MatriculaError(status, error?.error ?? { code: status < 500 ? "bad_request" : "internal_error" });
}

/** A POST that says itself that a repeated one is the same. */
const ENROLLING = /_enrollment\/?$/;

async function sendAgain(request: Request, options: Required<Options>): Promise<Response> {
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

/** 429 and 503 have stored nothing; behind 502 and 504 something may have happened. */
async function isForLater(response: Response, repeatable: boolean): Promise<boolean> {
  const { status } = response;
  if (status === 429 || status === 503) return true;
  if (!repeatable) return false;
  if (status === 502 || status === 504) return true;
  if (status !== 409) return false;
  const body = await response.clone().json();
  return body.error?.code === "idempotency_in_progress";
}

/**
 * As long as `Retry-After` says, at least half a second doubled with each attempt, up to half of it longer.
 * @throws what the caller aborts with
 */
function wait(retryAfter: string | null, attempt: number, signal: AbortSignal): Promise<void> {
  const asked = Number(retryAfter ?? 0) * 1_000;
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
      Math.max(asked || 0, backoff),
    );
    signal.addEventListener("abort", aborted, { once: true });
    if (signal.aborted) aborted();
  });
}

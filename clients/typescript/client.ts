import createClient, { type Client } from "openapi-fetch";
import { type ErrorBody, MatriculaError } from "./error.js";
import { type Following, followEvents, type KnownEvent } from "./events.js";
import { type Options, sendWithRetry } from "./retry.js";
import type { components, paths } from "./schema.js";

export { MatriculaError } from "./error.js";
export type { Following, KnownEvent } from "./events.js";
export type { Options } from "./retry.js";
export type { components, paths } from "./schema.js";
export { type Delivered, VerificationError, verify } from "./verify.js";

type Schemas = components["schemas"];

/** What an enrollment of each kind says. */
export type Enrollments = {
  adult: Schemas["AdultEnrollment"];
  minor: Schemas["MinorEnrollment"];
  sibling: Schemas["SiblingEnrollment"];
  returning: Schemas["ReturningEnrollment"];
};

export type Enrolled = {
  /** What the enrollment is called, also by the family. */
  reference: string;
  /** Whether an earlier request with the same key had made it. */
  replayed: boolean;
};

export type Matricula = Client<paths> & {
  /**
   * Enrolls somebody. It is sent under an `Idempotency-Key`, so that nobody is enrolled twice however often it is
   * sent; keep one of your own with the order to be safe from a restart too.
   * @throws MatriculaError
   */
  enroll<K extends keyof Enrollments>(
    kind: K,
    body: Enrollments[K],
    options?: { idempotencyKey?: string; language?: "es" | "ca" | "en" },
  ): Promise<Enrolled>;
  /**
   * What happens to your enrollments, in order, each once: those after a cursor, and then each that comes.
   * @throws MatriculaError
   */
  events(following?: Following): AsyncGenerator<KnownEvent, void, undefined>;
};

/**
 * A typed client of the API: paths, parameters, bodies and answers as the OpenAPI document has them. What may be
 * sent again is: after a lost connection, a time-out, 429, 502, 503, 504 and `idempotency_in_progress`, waiting as
 * `Retry-After` says.
 *
 * @param baseUrl where the service is, such as `https://school.example`
 */
export function matricula(baseUrl: string, apiKey: string, options: Options = {}): Matricula {
  const api = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    fetch: (request) => sendWithRetry(request, { timeOutMs: 20_000, retries: 4, fetch, ...options }),
  });
  return Object.assign(api, {
    enroll: (kind, body, { idempotencyKey, language } = {}) =>
      enroll(api, { kind, body, idempotencyKey, language }),
    events: (following = {}) =>
      followEvents(async (after, signal) => {
        const query = { limit: 200, ...(after !== undefined && { after }) };
        return (await answerOf(api.GET("/api/v1/events", { params: { query }, signal }))) as Page;
      }, following),
  } satisfies Pick<Matricula, "enroll" | "events">);
}

type Page = { data: KnownEvent[]; next: string };
type Enrolling = {
  kind: keyof Enrollments;
  body: object;
  idempotencyKey: string | undefined;
  language: string | undefined;
};

async function enroll(
  api: Client<paths>,
  { kind, body, idempotencyKey, language }: Enrolling,
): Promise<Enrolled> {
  const header = {
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...(language !== undefined && { "Accept-Language": language }),
  };
  const sent = api.POST(`/api/v1/academic/${kind}_enrollment`, { params: { header }, body: body as never });
  await answerOf(sent);
  const { headers } = (await sent).response;
  return {
    reference: headers.get("Enrollment-Reference") ?? "",
    replayed: headers.get("Idempotency-Replayed") === "true",
  };
}

/** An answer's body: its `data`, and `next` where more may follow. @throws MatriculaError when it is a refusal */
export async function answerOf<B extends { data: unknown }>(
  answer: Promise<{ data?: B; error?: { error: ErrorBody }; response: Response }>,
): Promise<B> {
  const { data, error, response } = await answer;
  if (data) return data;
  const { status } = response;
  throw new MatriculaError(status, error?.error ?? { code: status < 500 ? "bad_request" : "internal_error" });
}

import { createHash } from "node:crypto";
import { monotonicFactory } from "ulid";
import type { z } from "zod";
import type { Origin } from "@/lib/enrollment/origin";
import { negotiateLocale } from "@/lib/i18n/api-messages";
import { Representation } from "@/lib/representation";
import { settings } from "@/lib/school/settings";
import type { ApiKey } from "./api-keys";
import { authenticate, requireScope } from "./authenticate";
import type { Endpoint } from "./contract";
import { idempotencyKeyOf } from "./idempotency-key";
import { observe } from "./observe";
import { countRequest } from "./rate-limit";
import { readPostBody } from "./request-body";
import { readQuery } from "./request-input";
import { type Answer, answerResponse, errorResponse, representationResponse } from "./responses";

/** An endpoint, or the part of one that a refusal needs; `open` ones ask for no key. */
type Handled = Pick<Endpoint, "path"> & Partial<Endpoint> & { open?: boolean };

type Input<E> = E extends { query: z.ZodType }
  ? { query: z.output<E["query"]> }
  : E extends { body: z.ZodType }
    ? { body: unknown; origin: Origin }
    : object;

type Result = Representation | Answer | Response;

export type Handler = (request: Request) => Promise<Response>;

/**
 * A route handler for an endpoint of the contract: request id, key, limit, scope, input, `run`, envelope.
 * Every throw becomes one error answer here and nowhere else.
 */
export function handle<const E extends Handled>(
  endpoint: E,
  run: (input: Input<E>, request: Request) => Result | Promise<Result>,
): Handler {
  return async (request) => {
    const started = performance.now();
    const requestId = requestIdOf(request);
    const head: Record<string, string> = { "X-Request-Id": requestId };
    let key: ApiKey | undefined;
    let response: Response;
    let failure: unknown;
    try {
      if (!endpoint.open) {
        key = await authenticate(request);
        Object.assign(head, await countRequest(key, request.method));
        requireScope(key, endpoint.scope);
      }
      const result = await run((await readInput(endpoint, request, key)) as Input<E>, request);
      response = await toResponse(result, endpoint, request, head);
    } catch (error) {
      failure = error;
      response = errorResponse(error, request, requestId, head);
    }
    observe({ endpoint, method: request.method, requestId, key, status: response.status, started, failure });
    return response;
  };
}

async function readInput(endpoint: Handled, request: Request, key: ApiKey | undefined) {
  if (endpoint.method === "GET") return { query: await readQuery(request, endpoint.query) };
  if (endpoint.method !== "POST" || !key) return {};

  const { bytes, object } = await readPostBody(request);
  const idempotencyKey = idempotencyKeyOf(request.headers);
  const requestHash = createHash("sha256").update(endpoint.path).update(bytes).digest("hex");
  const origin: Origin = {
    source: "api",
    apiKeyId: key.id,
    locale: negotiateLocale(request.headers.get("accept-language")) ?? (await settings()).default_locale,
    idempotency: idempotencyKey === undefined ? undefined : { key: idempotencyKey, requestHash },
  };
  return { body: object, origin };
}

function toResponse(result: Result, endpoint: Handled, request: Request, head: Record<string, string>) {
  if (result instanceof Representation) return representationResponse(result, request, head);
  if (result instanceof Response) return withHeaders(result, head);
  return answerResponse(result, endpoint.status ?? 200, head);
}

function withHeaders(response: Response, head: Record<string, string>): Response {
  for (const [name, value] of Object.entries(head)) response.headers.set(name, value);
  return response;
}

const ulid = monotonicFactory();

/** The caller's own id when it is harmless, so that one id leads through both systems' logs. */
function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : ulid();
}

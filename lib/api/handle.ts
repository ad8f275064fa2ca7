import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Origin } from "@/lib/enrollment/origin";
import { negotiateLocale } from "@/lib/i18n/api-messages";
import type { Representation } from "@/lib/representation";
import { settings } from "@/lib/school/settings";
import { type ApiKey, isTestKey } from "./api-keys";
import { authenticate, requireScope } from "./authenticate";
import type { Endpoint } from "./contract";
import { type ApiRequest, type Handler, type Head, handlerOf, type Reply } from "./exchange";
import { idempotencyKeyOf } from "./idempotency-key";
import { observe } from "./observe";
import { countRequest } from "./rate-limit";
import { readPostBody } from "./request-body";
import { requestIdOf } from "./request-id";
import { readQuery } from "./request-input";
import { type Answer, answerReply, errorReply, representationReply } from "./responses";

/** An endpoint, or the part of one that a refusal needs; `open` ones ask for no key. */
type Handled = Pick<Endpoint, "path"> & Partial<Endpoint> & { open?: boolean };

type Input<E> = E extends { query: z.ZodType }
  ? { query: z.output<E["query"]> }
  : E extends { body: z.core.$ZodType }
    ? { body: unknown; origin: Origin }
    : E extends { open: true }
      ? object
      : { key: ApiKey };

type Result = Representation | Answer | Reply;

/**
 * A route handler for an endpoint of the contract: request id, key, limit, scope, input, `run`, envelope.
 * Every throw becomes one error answer here and nowhere else.
 */
export function handle<const E extends Handled>(
  endpoint: E,
  run: (input: Input<E>, request: ApiRequest) => Result | Promise<Result>,
): Handler {
  return handlerOf(async (request) => {
    const started = performance.now();
    const requestId = requestIdOf(request);
    const head: Head = { "X-Request-Id": requestId };
    let key: ApiKey | undefined;
    let reply: Reply;
    let failure: unknown;
    try {
      if (!endpoint.open) {
        key = await authenticate(request);
        Object.assign(head, await countRequest(key, request.method));
        requireScope(key, endpoint.scope);
      }
      const result = await run((await readInput(endpoint, request, key)) as Input<E>, request);
      reply = await toReply(result, endpoint, request, head);
    } catch (error) {
      failure = error;
      reply = errorReply(error, request, requestId, head);
    }
    observe({ endpoint, method: request.method, requestId, key, status: reply.status, started, failure });
    return reply;
  });
}

async function readInput(endpoint: Handled, request: ApiRequest, key: ApiKey | undefined) {
  if (endpoint.method === "GET") return { query: await readQuery(request, endpoint.query), key };
  if (endpoint.method !== "POST" || !key) return {};

  const { bytes, object } = await readPostBody(request);
  const idempotencyKey = idempotencyKeyOf(request);
  const requestHash = createHash("sha256").update(endpoint.path).update(bytes).digest("hex");
  const origin: Origin = {
    source: "api",
    apiKeyId: key.id,
    test: isTestKey(key),
    locale: negotiateLocale(request.header("accept-language")) ?? (await settings()).default_locale,
    idempotency: idempotencyKey === undefined ? undefined : { key: idempotencyKey, requestHash },
  };
  return { body: object, origin };
}

function toReply(result: Result, endpoint: Handled, request: ApiRequest, head: Head) {
  // Not instanceof: the catalogue may have been read by Next's bundle, whose class is another one.
  if ("etag" in result) return representationReply(result, request, head);
  if ("data" in result) return answerReply(result, endpoint.status ?? 200, head);
  return { ...result, headers: { ...result.headers, ...head } };
}

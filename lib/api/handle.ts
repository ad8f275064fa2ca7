import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Origin } from "@/lib/enrollment/origin";
import { negotiateLocale } from "@/lib/i18n/api-messages";
import type { Representation } from "@/lib/representation";
import { settings } from "@/lib/school/settings";
import { attempt, type Ready, whenReady } from "@/lib/when-ready";
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
  run: (input: Input<E>, request: ApiRequest) => Ready<Result>,
): Handler {
  return handlerOf((request) => {
    const exchange = new Exchange(endpoint, request);
    return attempt(
      () =>
        // Nested, so that once the limit is known the rest goes through in one go.
        whenReady(exchange.admit(), () =>
          whenReady(readInput(endpoint, request, exchange.key), (input) =>
            whenReady(run(input as Input<E>, request), (result) => exchange.reply(result)),
          ),
        ),
      (error) => exchange.refuse(error),
    );
  });
}

/** One request and what is known of it so far. */
class Exchange {
  key: ApiKey | undefined;
  readonly #endpoint: Handled;
  readonly #request: ApiRequest;
  readonly #started = performance.now();
  readonly #requestId: string;
  #head: Head;

  constructor(endpoint: Handled, request: ApiRequest) {
    this.#endpoint = endpoint;
    this.#request = request;
    this.#requestId = requestIdOf(request);
    this.#head = ["X-Request-Id", this.#requestId];
  }

  /** Its key, within its limit, with the scope; open endpoints ask for none of them. */
  admit(): Ready<void> {
    const { open, scope } = this.#endpoint;
    if (open) return;

    return whenReady(authenticate(this.#request), (key) => {
      this.key = key;
      return whenReady(countRequest(key, this.#request.method), (left) => {
        this.#head = [...this.#head, ...left];
        requireScope(key, scope);
      });
    });
  }

  reply(result: Result): Ready<Reply> {
    return whenReady(toReply(result, this.#endpoint, this.#request, this.#head), (reply) => {
      this.#observe(reply);
      return reply;
    });
  }

  refuse(failure: unknown): Reply {
    const language = this.#request.header("accept-language");
    const reply = errorReply(failure, language, this.#requestId, this.#head);
    this.#observe(reply, failure);
    return reply;
  }

  #observe({ status }: Reply, failure?: unknown) {
    const { method } = this.#request;
    const [endpoint, requestId, key, started] = [this.#endpoint, this.#requestId, this.key, this.#started];
    observe({ endpoint, method, requestId, key, status, started, failure });
  }
}

function readInput(endpoint: Handled, request: ApiRequest, key: ApiKey | undefined): Ready<object> {
  if (endpoint.method === "GET") {
    return whenReady(readQuery(request, endpoint.query), (query) => ({ query, key }));
  }
  return endpoint.method === "POST" && key ? readPost(endpoint, request, key) : {};
}

async function readPost(endpoint: Handled, request: ApiRequest, key: ApiKey) {
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

function toReply(result: Result, endpoint: Handled, request: ApiRequest, head: Head): Ready<Reply> {
  // Not instanceof: the catalogue may have been read by Next's bundle, whose class is another one.
  if ("etag" in result) return representationReply(result, request, head);
  if ("data" in result) return answerReply(result, endpoint.status ?? 200, head);
  return { ...result, headers: [...result.headers, ...head] };
}

import { createHash } from "node:crypto";
import type { z } from "zod";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { readSandbox } from "@/lib/platform/read-sandbox";
import type { Representation } from "@/lib/platform/representation";
import { inside, type Sandbox } from "@/lib/platform/sandbox";
import { attempt, type Ready, whenReady } from "@/lib/platform/when-ready";
import { publicUrl } from "@/lib/school/settings";
import { type ApiKey, isTestKey } from "./api-keys";
import { authenticate, requireScope } from "./authenticate";
import type { Endpoint } from "./endpoint";
import { type ApiRequest, type Handler, type Head, handlerOf, type Params, type Reply } from "./exchange";
import { fieldLimits } from "./field-limits";
import { type IdempotencyKey, idempotencyKeyOf } from "./idempotency-key";
import { observe, SimulatedError } from "./observe";
import { countRequest } from "./rate-limit";
import { readPostBody } from "./request-body";
import { requestIdOf } from "./request-id";
import { readQuery, readTarget } from "./request-input";
import { type Answer, answerReply, asAppError, errorReply, representationReply } from "./responses";

/** A row of the contract, or as much of one as a refusal or an endpoint without a key needs. */
type Handled = Bare & Omit<Partial<Endpoint>, keyof Bare>;
type Bare = { method: string; path: string; open?: boolean; sandbox?: boolean };

type Parsed<E, Column extends string> = E extends Record<Column, z.ZodType> ? z.output<E[Column]> : object;

/** What a request to an endpoint comes down to. */
export type Call<E> = {
  request: ApiRequest;
  key: E extends { open: true } ? undefined : ApiKey;
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  /** Unchecked: the domain knows the rules. */
  body: unknown;
  idempotency: IdempotencyKey | undefined;
};

type Result = Representation | Answer | Reply;

/** A route handler that knows its row, and what is run for it. */
export type RowHandler = Handler & { endpoint: Handled; run: (call: Raw) => Ready<Result> };

/**
 * A route handler for a row of the contract: request id, key, limit, scope, input, `run`, envelope.
 * Every throw becomes one error answer here and nowhere else.
 */
export function handle<const E extends Handled>(
  endpoint: E,
  run: (call: Call<E>) => Ready<Result>,
): RowHandler {
  const handler = handlerOf((request, params) => {
    const exchange = new Exchange(endpoint, request);
    return attempt(
      () =>
        // Nested, so that once the limit is known the rest goes through in one go.
        whenReady(exchange.admit(), () =>
          exchange.inItsSandbox(() =>
            whenReady(readCall(endpoint, request, exchange.key, params), (call) =>
              whenReady(
                exchange.run(() => run(call as Call<E>)),
                (result) => exchange.reply(linked(result, endpoint, call)),
              ),
            ),
          ),
        ),
      (error) => exchange.refuse(error),
    );
  });
  return Object.assign(handler, { endpoint, run: run as RowHandler["run"] });
}

/** What a test key asks to be answered with: nothing is done then. @throws SimulatedError */
function simulate(request: ApiRequest) {
  const asked = request.header("sandbox-simulate");
  if (asked === undefined) return;
  const code = simulated.get(asked.trim()) ?? "bad_request";
  throw new SimulatedError(
    code,
    [],
    code === "rate_limited" || code === "unavailable" ? ["Retry-After", "1"] : [],
  );
}

const simulated = new Map<string, ErrorCode>([
  ["429", "rate_limited"],
  ["500", "internal_error"],
  ["503", "unavailable"],
]);

/** One request and what is known of it so far. */
class Exchange {
  key: ApiKey | undefined;
  readonly #endpoint: Handled;
  readonly #request: ApiRequest;
  readonly #started = performance.now();
  readonly #requestId: string;
  #head: Head;
  #sandbox: Sandbox | undefined;
  #mayHaveWritten = false;

  constructor(endpoint: Handled, request: ApiRequest) {
    this.#endpoint = endpoint;
    this.#request = request;
    this.#requestId = requestIdOf(request);
    this.#head = ["X-Request-Id", this.#requestId];
  }

  /** Its key, within its limit, with the scope; open endpoints ask for none of them. */
  admit(): Ready<void> {
    const { open, scope, sandbox } = this.#endpoint;
    if (open) return;

    return whenReady(authenticate(this.#request), (key) => {
      this.key = key;
      return whenReady(countRequest(key, this.#request.method), (left) => {
        this.#head = [...this.#head, ...left];
        if (sandbox && !isTestKey(key)) throw new AppError("not_found");
        requireScope(key, scope);
      });
    });
  }

  /** The rest of a test key's request is done in its sandbox. */
  inItsSandbox(work: () => Ready<Reply>): Ready<Reply> {
    if (!this.key || !isTestKey(this.key)) return work();
    return readSandbox(this.key.id).then((sandbox) => {
      this.#sandbox = sandbox;
      simulate(this.#request);
      return inside(sandbox, work);
    });
  }

  /** What the row is for; from now on a failure may have left something behind, unless it only reads. */
  run<T>(work: () => T): T {
    this.#mayHaveWritten = this.#endpoint.method !== "GET";
    return work();
  }

  /** What every answer of this request says. */
  get #heads(): Head {
    const today = this.#sandbox?.today;
    return today ? [...this.#head, "Sandbox-Clock", today] : this.#head;
  }

  reply(result: Result): Ready<Reply> {
    return whenReady(toReply(result, this.#endpoint, this.#request, this.#heads), (reply) => {
      this.#observe(reply);
      return reply;
    });
  }

  refuse(failure: unknown): Reply {
    const language = this.#request.header("accept-language");
    const known = asAppError(failure, this.#mayHaveWritten);
    const limitsOf = (field: string) => fieldLimits(this.#endpoint, field);
    const reply = errorReply(known, language, this.#requestId, this.#heads, limitsOf);
    this.#observe(reply, { failure, code: known.code });
    return reply;
  }

  #observe({ status }: Reply, refused?: { failure: unknown; code: ErrorCode }) {
    const { method, peer } = this.#request;
    const [endpoint, requestId, key, started] = [this.#endpoint, this.#requestId, this.key, this.#started];
    observe({ endpoint, method, requestId, key, status, started, peer, ...refused });
  }
}

type Raw = Omit<Call<Endpoint>, "key"> & { key: ApiKey | undefined };

/** A page says where the next one is, as the body's `next` does (RFC 8288). */
function linked(result: Result, { path }: Handled, { query, params }: Raw): Result {
  if (!("data" in result) || result.next == null) return result;
  const given = Object.entries({ ...query, after: result.next }).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const Link = `<${publicUrl()}${pathOf(path, params)}?${asked}>; rel="next"`;
  return { ...result, headers: { ...result.headers, Link } };
}

const pathOf = (path: string, params: object) =>
  path.replace(/\{(\w+)\}/g, (_, name) => String((params as Params)[name]));

/** What a request asks of a row. @throws AppError what its body, query string or path is refused with */
export function readCall(
  endpoint: Handled,
  request: ApiRequest,
  key: ApiKey | undefined,
  given: Params | undefined,
): Ready<Raw> {
  const params = readParams(endpoint, given);
  const call: Raw = { request, key, params, query: {}, body: undefined, idempotency: undefined };
  if (endpoint.method === "GET") {
    return whenReady(readQuery(request, endpoint.query), (query) => {
      call.query = query;
      return call;
    });
  }
  if (endpoint.body) return readBody(endpoint, call);
  const asked = { ...call, query: readTarget(request, endpoint.query) };
  return { ...asked, idempotency: idempotencyOf(endpoint, asked, Buffer.from(JSON.stringify(asked.query))) };
}

async function readBody(endpoint: Handled, call: Raw): Promise<Raw> {
  const { bytes, object } = await readPostBody(call.request);
  return { ...call, body: object, idempotency: idempotencyOf(endpoint, call, bytes) };
}

/** The same request is the same path with the same input. @throws AppError `invalid_idempotency_key` */
function idempotencyOf({ path, idempotent }: Handled, { request, params }: Raw, input: Uint8Array) {
  const key = idempotent && idempotencyKeyOf(request);
  if (key === undefined) return;
  const asked = pathOf(path, params);
  return { key, requestHash: createHash("sha256").update(asked).update(input).digest("hex") };
}

/** @throws AppError `not_found` when the path's parameters are not what the row says */
function readParams({ params }: Handled, given: Params = {}): object {
  if (!params) return given;
  const result = params.safeParse(given);
  if (result.success) return result.data;
  throw new AppError("not_found");
}

/** The answer that a result becomes. */
export function toReply(result: Result, endpoint: Handled, request: ApiRequest, head: Head): Ready<Reply> {
  // Not instanceof: the catalogue may have been read by Next's bundle, whose class is another one.
  if ("etag" in result) return representationReply(result, request, head);
  if ("data" in result) return answerReply(result, endpoint.status ?? 200, head);
  return { ...result, headers: [...result.headers, ...head] };
}

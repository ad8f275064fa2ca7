import { createHash } from "node:crypto";
import type { z } from "zod";
import { readSandbox } from "@/lib/platform/database/read-sandbox";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import type { Representation } from "@/lib/platform/representation";
import { type Sandbox, withSandbox } from "@/lib/platform/sandbox";
import { type MaybePromise, thenSync, trySync } from "@/lib/platform/when-ready";
import { getPublicUrl } from "@/lib/school/settings";
import { authenticate, requireScope } from "./authenticate";
import type { Endpoint, Method } from "./endpoint";
import { fieldLimits } from "./field-limits";
import { getIdempotencyKey, type IdempotencyKey } from "./idempotent";
import { type ApiKey, isTestKey } from "./keys";
import { countRequest } from "./rate-limit";
import {
  type ApiRequest,
  type ApiResponse,
  createRouteHandler,
  getRequestId,
  type HeaderList,
  type PathParams,
  type RouteHandler,
  readPostBody,
  readQuery,
  readQueryString,
} from "./request";
import { logRequest, SimulatedError } from "./request-log";
import {
  type ApiResult,
  createErrorResponse,
  createJsonResponse,
  createRepresentationResponse,
  toAppError,
} from "./responses";

type Parsed<E, Column extends string> = E extends Record<Column, z.ZodType> ? z.output<E[Column]> : object;

/** What a request to an endpoint comes down to. */
export type EndpointCall<E> = {
  request: ApiRequest;
  key: E extends { open: true } ? undefined : ApiKey;
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  /** Unchecked: the domain knows the rules. */
  body: unknown;
  idempotency: IdempotencyKey | undefined;
};

/** A row of the contract, or as much of one as a refusal or an endpoint without a key needs. */
type EndpointRow = EndpointRowCore & Omit<Partial<Endpoint>, keyof EndpointRowCore>;

type Result = Representation | ApiResult | ApiResponse;

/** A route handler that knows its row, and what is run for it. */
export type EndpointHandler = RouteHandler & {
  endpoint: EndpointRow;
  run: (call: UncheckedCall) => MaybePromise<Result>;
};

/**
 * A route handler for a row of the contract: request id, key, limit, scope, input, `run`, envelope.
 * Every throw becomes one error answer here and nowhere else.
 */
export function handle<const E extends EndpointRow>(
  endpoint: E,
  run: (call: EndpointCall<E>) => MaybePromise<Result>,
): EndpointHandler {
  const handler = createRouteHandler((request, params) => {
    const exchange = new RequestContext(endpoint, request);
    return trySync(
      () =>
        // Nested, so that once the limit is known the rest goes through in one go.
        thenSync(exchange.admit(), () =>
          exchange.inItsSandbox(() =>
            thenSync(parseCall(endpoint, request, exchange.key, params), (call) =>
              thenSync(
                exchange.run(() => run(call as EndpointCall<E>)),
                (result) => exchange.reply(withNextLink(result, endpoint, call)),
              ),
            ),
          ),
        ),
      (error) => exchange.refuse(error),
    );
  });
  return Object.assign(handler, { endpoint, run: run as EndpointHandler["run"] });
}

type UncheckedCall = Omit<EndpointCall<Endpoint>, "key"> & { key: ApiKey | undefined };

/** What a request asks of a row. @throws AppError what its body, query string or path is refused with */
export function parseCall(
  endpoint: EndpointRow,
  request: ApiRequest,
  key: ApiKey | undefined,
  given: PathParams | undefined,
): MaybePromise<UncheckedCall> {
  const params = readParams(endpoint, given);
  const call: UncheckedCall = { request, key, params, query: {}, body: undefined, idempotency: undefined };
  if (endpoint.method === "GET") {
    return thenSync(readQuery(request, endpoint.query), (query) => {
      call.query = query;
      return call;
    });
  }
  if (endpoint.body) return readBody(endpoint, call);
  const asked = { ...call, query: readQueryString(request, endpoint.query) };
  return {
    ...asked,
    idempotency: readIdempotencyKey(endpoint, asked, Buffer.from(JSON.stringify(asked.query))),
  };
}

/** The answer that a result becomes. */
export function toResponse(
  result: Result,
  endpoint: EndpointRow,
  request: ApiRequest,
  head: HeaderList,
): MaybePromise<ApiResponse> {
  // Not instanceof: the catalogue may have been read by Next's bundle, whose class is another one.
  if ("etag" in result) return createRepresentationResponse(result, request, head);
  if ("data" in result) return createJsonResponse(result, endpoint.status ?? 200, head);
  return { ...result, headers: [...result.headers, ...head] };
}

/** What a `route.ts` under `app/api` exports. */
export type RouteModule = Partial<Record<Method, EndpointHandler>>;

const simulated = new Map<string, ErrorCode>([
  ["429", "rate_limited"],
  ["500", "internal_error"],
  ["503", "unavailable"],
]);

/** One request and what is known of it so far. */
class RequestContext {
  key: ApiKey | undefined;
  readonly #endpoint: EndpointRow;
  readonly #request: ApiRequest;
  readonly #started = performance.now();
  readonly #requestId: string;
  #head: HeaderList;
  #sandbox: Sandbox | undefined;
  #mayHaveWritten = false;

  constructor(endpoint: EndpointRow, request: ApiRequest) {
    this.#endpoint = endpoint;
    this.#request = request;
    this.#requestId = getRequestId(request);
    this.#head = ["X-Request-Id", this.#requestId];
  }

  /** Its key, within its limit, with the scope; open endpoints ask for none of them. */
  admit(): MaybePromise<void> {
    const { open, scope, sandbox } = this.#endpoint;
    if (open) return;

    return thenSync(authenticate(this.#request), (key) => {
      this.key = key;
      return thenSync(countRequest(key, this.#request.method), (left) => {
        this.#head = [...this.#head, ...left];
        if (sandbox && !isTestKey(key)) throw new AppError("not_found");
        requireScope(key, scope);
      });
    });
  }

  /** The rest of a test key's request is done in its sandbox. */
  inItsSandbox(work: () => MaybePromise<ApiResponse>): MaybePromise<ApiResponse> {
    if (!this.key || !isTestKey(this.key)) return work();
    return readSandbox(this.key.id).then((sandbox) => {
      this.#sandbox = sandbox;
      throwSimulatedError(this.#request);
      return withSandbox(sandbox, work);
    });
  }

  /** What the row is for; from now on a failure may have left something behind, unless it only reads. */
  run<T>(work: () => T): T {
    this.#mayHaveWritten = this.#endpoint.method !== "GET";
    return work();
  }

  /** What every answer of this request says. */
  get #heads(): HeaderList {
    const today = this.#sandbox?.today;
    return today ? [...this.#head, "Sandbox-Clock", today] : this.#head;
  }

  reply(result: Result): MaybePromise<ApiResponse> {
    return thenSync(toResponse(result, this.#endpoint, this.#request, this.#heads), (reply) => {
      this.#observe(reply);
      return reply;
    });
  }

  refuse(failure: unknown): ApiResponse {
    const language = this.#request.header("accept-language");
    const known = toAppError(failure, this.#mayHaveWritten);
    const limitsOf = (field: string) => fieldLimits(this.#endpoint, field);
    const reply = createErrorResponse(known, language, this.#requestId, this.#heads, limitsOf);
    this.#observe(reply, { failure, code: known.code });
    return reply;
  }

  #observe({ status }: ApiResponse, refused?: { failure: unknown; code: ErrorCode }) {
    const { method, peer } = this.#request;
    const [endpoint, requestId, key, started] = [this.#endpoint, this.#requestId, this.key, this.#started];
    logRequest({ endpoint, method, requestId, key, status, started, peer, ...refused });
  }
}

type EndpointRowCore = { method: string; path: string; open?: boolean; sandbox?: boolean };

/** What a test key asks to be answered with: nothing is done then. @throws SimulatedError */
function throwSimulatedError(request: ApiRequest) {
  const asked = request.header("sandbox-simulate");
  if (asked === undefined) return;
  const code = simulated.get(asked.trim()) ?? "bad_request";
  throw new SimulatedError(
    code,
    [],
    code === "rate_limited" || code === "unavailable" ? ["Retry-After", "1"] : [],
  );
}

/** A page says where the next one is, as the body's `next` does (RFC 8288). */
function withNextLink(result: Result, { path }: EndpointRow, { query, params }: UncheckedCall): Result {
  if (!("data" in result) || result.next == null) return result;
  const given = Object.entries({ ...query, after: result.next }).filter(([, value]) => value !== undefined);
  const asked = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const Link = `<${getPublicUrl()}${pathOf(path, params)}?${asked}>; rel="next"`;
  return { ...result, headers: { ...result.headers, Link } };
}

const pathOf = (path: string, params: object) =>
  path.replace(/\{(\w+)\}/g, (_, name) => String((params as PathParams)[name]));

async function readBody(endpoint: EndpointRow, call: UncheckedCall): Promise<UncheckedCall> {
  const { bytes, object } = await readPostBody(call.request);
  return { ...call, body: object, idempotency: readIdempotencyKey(endpoint, call, bytes) };
}

/** The same request is the same path with the same input. @throws AppError `invalid_idempotency_key` */
function readIdempotencyKey(
  { path, idempotent }: EndpointRow,
  { request, params }: UncheckedCall,
  input: Uint8Array,
) {
  const key = idempotent && getIdempotencyKey(request);
  if (key === undefined) return;
  const asked = pathOf(path, params);
  return { key, requestHash: createHash("sha256").update(asked).update(input).digest("hex") };
}

/** @throws AppError `not_found` when the path's parameters are not what the row says */
function readParams({ params }: EndpointRow, given: PathParams = {}): object {
  if (!params) return given;
  const result = params.safeParse(given);
  if (result.success) return result.data;
  throw new AppError("not_found");
}

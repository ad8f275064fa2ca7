import { createHash } from "node:crypto";
import type { z } from "zod";
import { readSandbox } from "@/lib/platform/database/read-sandbox";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { recordResponse } from "@/lib/platform/health";
import { errorFields, logger, logJsonLine } from "@/lib/platform/logger";
import { requestDuration, toMethodLabel } from "@/lib/platform/metrics";
import type { Representation } from "@/lib/platform/representation";
import { type Sandbox, withSandbox } from "@/lib/platform/sandbox";
import { type MaybePromise, thenSync, trySync } from "@/lib/platform/when-ready";
import { getPublicUrl } from "@/lib/school/settings";
import { authenticate, requireScope } from "./authenticate";
import type { Endpoint, Method } from "./endpoint";
import { fieldLimits } from "./field-limits";
import { getIdempotencyKey, type IdempotencyKey } from "./idempotent";
import { type ApiKey, countCall, isTestKey } from "./keys";
import { countRequest } from "./rate-limit";
import {
  type ApiRequest,
  type ApiResponse,
  createRouteHandler,
  getPath,
  getRequestId,
  type HeaderList,
  type PathParams,
  type RequestHandler,
  type RouteHandler,
  readPostBody,
  readQuery,
  readQueryString,
} from "./request";
import {
  type ApiResult,
  createErrorResponse,
  createJsonResponse,
  createRepresentationResponse,
  toAppError,
} from "./responses";

type RequestLogEntry = {
  endpoint: { path: string };
  method: string;
  requestId: string;
  key: ApiKey | undefined;
  status: number;
  /** `performance.now()` at the start. */
  started: number;
  failure?: unknown;
  code?: ErrorCode;
  /** The connection's other end. */
  peer?: string;
};

/** A failure that a tester asked for: nothing is wrong, and nobody is to be woken by it. */
class SimulatedError extends AppError {}

/** One line and one measurement for each request, and another for why we failed: never a body, a query string, a header or a key. */
export function logRequest(observed: RequestLogEntry) {
  const { endpoint, method, requestId, key, status, started, failure, code, peer = "" } = observed;
  const milliseconds = performance.now() - started;
  const simulated = failure instanceof SimulatedError;
  if (key) countCall(key.id, status >= 400 && !simulated);
  if (!simulated) recordResponse(status, endpoint.path, key?.prefix ?? peer);
  if (!simulated)
    requestDuration.observe(
      { route: endpoint.path, method: toMethodLabel(method), status },
      milliseconds / 1000,
    );

  const ms = Math.round(milliseconds * 10) / 10;
  if (failure === undefined && key) {
    // None of these can hold a quotation mark: the id is checked, the rest is ours or Node's.
    return logJsonLine(
      `"requestId":"${requestId}","method":"${method}","route":"${endpoint.path}","status":${status},"ms":${ms},"key":"${key.prefix}"`,
      "request",
    );
  }
  const line = { requestId, method, route: endpoint.path, status, ms, key: key?.prefix, code };
  logger.info(simulated ? { ...line, simulated } : line, "request");
  if (simulated) return;
  if (status >= 500) logger.error({ ...line, error: errorFields(failure) }, "request failed");
}

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

/** What answers at a path, by method; `*` is every other. */
type Route = { methods: Map<string, RequestHandler>; pattern: RegExp };

/**
 * Sends a request under `/api/` to the handler whose row names its path. A trailing slash is the same
 * resource, `HEAD` works wherever `GET` does, `OPTIONS` tells what is allowed, and everything else is a
 * JSON error.
 */
export function createRouter(modules: readonly RouteModule[]): RouteHandler {
  const byPath = Map.groupBy(modules.flatMap(handlersOf), ({ endpoint }) => endpoint.path);
  const places = [...byPath].map(([path, handlers]) => [path, createRoute(path, handlers)] as const);
  const fixed = new Map(places.filter(([path]) => !PARAMETER.test(path)));
  const patterns = places.filter(([path]) => PARAMETER.test(path)).map(([, place]) => place);

  return createRouteHandler((request) => {
    const asked = getPath(request.target);
    const exact = fixed.get(asked) ?? fixed.get(asked.replace(/\/+$/, ""));
    if (exact) return findHandler(exact, request.method)(request);
    const path = asked.replace(/\/+$/, "");
    const place = patterns.find(({ pattern }) => pattern.test(path));
    if (place) return findHandler(place, request.method)(request, place.pattern.exec(path)?.groups);
    return asked.startsWith("/api/v1/") ? unknownPath(request) : unknownOpenPath(request);
  });
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

const PARAMETER = /\{(\w+)\}/;

const handlersOf = (module: RouteModule) => Object.values(module).filter((handler) => "endpoint" in handler);

function findHandler({ methods }: Route, method: string): RequestHandler {
  return methods.get(method) ?? (methods.get("*") as RequestHandler);
}

function createRoute(path: string, handlers: EndpointHandler[]): Route {
  const methods = new Map<string, RequestHandler>(
    handlers.map(({ endpoint, answer }) => [endpoint.method, answer] as const),
  );
  const get = methods.get("GET");
  if (get) methods.set("HEAD", get);
  const allowed = [...METHODS.filter((method) => methods.has(method)), "OPTIONS"].join(", ");
  const open = handlers.every(({ endpoint }) => endpoint.open);
  const sandbox = handlers.some(({ endpoint }) => endpoint.sandbox);
  const other = (method: string, run: Parameters<typeof handle>[1]) =>
    handle({ method, path, open, sandbox }, run).answer;
  methods.set(
    "OPTIONS",
    other("OPTIONS", () => ({ status: 204, headers: ["Allow", allowed], body: null })),
  );
  methods.set(
    "*",
    other("*", () => {
      throw new AppError("method_not_allowed", [], ["Allow", allowed]);
    }),
  );
  return { methods, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`) };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const unknownPath = handle({ method: "*", path: "unknown" }, notFound).answer;
const unknownOpenPath = handle({ method: "*", path: "unknown", open: true }, notFound).answer;

function notFound(): never {
  throw new AppError("not_found");
}

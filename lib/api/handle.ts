import { createHash } from "node:crypto";
import type { z } from "zod";
import { readSandbox } from "@/lib/platform/database/read-sandbox";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { type Sandbox, withSandbox } from "@/lib/platform/sandbox";
import { type MaybePromise, thenSync, trySync } from "@/lib/platform/when-ready";
import { getPublicUrl } from "@/lib/school/settings";
import { authenticate, requireScope } from "./authenticate";
import type { Endpoint } from "./endpoint";
import { type ApiKey, isTestKey } from "./keys";
import { countRequest } from "./rate-limit";
import {
  type ApiRequest,
  type ApiResponse,
  createRouteHandler,
  getRequestId,
  type HeaderList,
  type RouteHandler,
  readPostBody,
  readQuery,
} from "./request";
import { logRequest, SimulatedError } from "./request-log";
import { createErrorResponse, type Result, toAppError, toResponse } from "./responses";

type Parsed<E, Column extends string> = E extends Record<Column, z.ZodType> ? z.output<E[Column]> : object;

/** A request to an endpoint, authenticated and parsed. */
export type EndpointCall<E> = {
  request: ApiRequest;
  key: E extends { open: true } ? undefined : ApiKey;
  params: Parsed<E, "params">;
  query: Parsed<E, "query">;
  /** Not validated here: the domain validates it together with its rules. */
  body: unknown;
  idempotency: ReturnType<typeof readIdempotencyKey>;
};

type RequiredColumns = { method: string; path: string; open?: boolean; sandbox?: boolean };

/** A row of the contract; endpoints without a key and error responses need only a part of it. */
type EndpointRow = RequiredColumns & Omit<Partial<Endpoint>, keyof RequiredColumns>;

/** A route handler with its row of the contract and its function. */
export type EndpointHandler = RouteHandler & {
  endpoint: EndpointRow;
  run: (call: UncheckedCall) => MaybePromise<Result>;
};

/**
 * A route handler for a row of the contract: request id, authentication, rate limit, scope, parsing, `run`, envelope.
 * The only place where an error becomes a response.
 */
export function handle<const E extends EndpointRow>(
  endpoint: E,
  run: (call: EndpointCall<E>) => MaybePromise<Result>,
): EndpointHandler {
  const handler = createRouteHandler((request, params) => {
    const context = new RequestContext(endpoint, request);
    return trySync(
      () =>
        thenSync(context.authorize(), () =>
          context.runInSandbox(() =>
            thenSync(parseCall(endpoint, request, context.key, params), (call) =>
              thenSync(
                context.run(() => run(call as EndpointCall<E>)),
                (result) => context.reply(withNextLink(result, endpoint, call)),
              ),
            ),
          ),
        ),
      (error) => context.refuse(error),
    );
  });
  return Object.assign(handler, { endpoint, run: run as EndpointHandler["run"] });
}

type UncheckedCall = Omit<EndpointCall<Endpoint>, "key"> & { key: ApiKey | undefined };

/** Parses path, query and body. @throws AppError for invalid ones */
export function parseCall(
  endpoint: EndpointRow,
  request: ApiRequest,
  key: ApiKey | undefined,
  pathParams: Record<string, string> | undefined,
): MaybePromise<UncheckedCall> {
  const params = readParams(endpoint, pathParams);
  const call: UncheckedCall = { request, key, params, query: {}, body: undefined, idempotency: undefined };
  if (endpoint.bodyOptional && !request.hasBody) return { ...call, body: {} };
  if (endpoint.body) return readBody(endpoint, call);
  return thenSync(readQuery(request, endpoint), (query) => ({
    ...call,
    query,
    idempotency:
      endpoint.idempotent && readIdempotencyKey(endpoint, call, Buffer.from(JSON.stringify(query))),
  }));
}

/** The exports of a `route.ts` under `app/api`. */
export type RouteModule = Partial<Record<Endpoint["method"], EndpointHandler>>;

const simulatedErrors = new Map<string, ErrorCode>(
  Object.entries({ 429: "rate_limited", 500: "internal_error", 503: "unavailable" }),
);

/** A request while it is processed. */
class RequestContext {
  key: ApiKey | undefined;
  readonly #endpoint: EndpointRow;
  readonly #request: ApiRequest;
  readonly #started = performance.now();
  readonly #requestId: string;
  #headers: HeaderList;
  #sandbox: Sandbox | undefined;
  #mayHaveWritten = false;

  constructor(endpoint: EndpointRow, request: ApiRequest) {
    this.#endpoint = endpoint;
    this.#request = request;
    this.#requestId = getRequestId(request);
    this.#headers = ["X-Request-Id", this.#requestId];
  }

  /** Authenticates and checks rate limit and scope, except for open endpoints. */
  authorize(): MaybePromise<void> {
    const { open, scope, sandbox } = this.#endpoint;
    if (open) return;

    return thenSync(authenticate(this.#request), (key) => {
      this.key = key;
      return thenSync(countRequest(key, this.#request.method), (rateLimitHeaders) => {
        this.#headers = [...this.#headers, ...rateLimitHeaders];
        if (sandbox && !isTestKey(key)) throw new AppError("not_found");
        requireScope(key, scope);
      });
    });
  }

  /** Runs the rest of a test key's request in its sandbox. */
  runInSandbox(work: () => MaybePromise<ApiResponse>): MaybePromise<ApiResponse> {
    if (!this.key || !isTestKey(this.key)) return work();
    return readSandbox(this.key.id).then((sandbox) => {
      this.#sandbox = sandbox;
      throwSimulatedError(this.#request);
      return withSandbox(sandbox, work);
    });
  }

  /** Runs the handler. After that, a failed request may have written something, unless it is a GET. */
  run<T>(work: () => T): T {
    this.#mayHaveWritten = this.#endpoint.method !== "GET";
    return work();
  }

  /** The headers of every response to this request. */
  get #responseHeaders(): HeaderList {
    const today = this.#sandbox?.today;
    return today ? [...this.#headers, "Sandbox-Clock", today] : this.#headers;
  }

  reply(result: Result): MaybePromise<ApiResponse> {
    return thenSync(toResponse(result, this.#endpoint, this.#request, this.#responseHeaders), (reply) => {
      this.#log(reply);
      return reply;
    });
  }

  refuse(failure: unknown): ApiResponse {
    const language = this.#request.header("accept-language");
    const error = toAppError(failure, this.#mayHaveWritten);
    const reply = createErrorResponse(
      error,
      language,
      this.#requestId,
      this.#responseHeaders,
      this.#endpoint,
    );
    this.#log(reply, { failure, code: error.code });
    return reply;
  }

  #log({ status }: ApiResponse, refused?: { failure: unknown; code: ErrorCode }) {
    const { method, peer } = this.#request;
    const [endpoint, requestId, key, started] = [this.#endpoint, this.#requestId, this.key, this.#started];
    logRequest({ endpoint, method, requestId, key, status, started, peer, ...refused });
  }
}

/** Only for test keys; nothing else is done then. @throws SimulatedError if the header asks for an error */
function throwSimulatedError(request: ApiRequest) {
  const status = request.header("sandbox-simulate");
  if (status === undefined) return;
  const code = simulatedErrors.get(status.trim());
  if (!code) throw new SimulatedError("bad_request", [], [], { header: "Sandbox-Simulate" });
  throw new SimulatedError(code, [], code === "internal_error" ? [] : ["Retry-After", "1"]);
}

/** Adds the `Link` to the next page (RFC 8288), like `next` in the body. */
function withNextLink(result: Result, { path }: EndpointRow, { query, params }: UncheckedCall): Result {
  if (!("data" in result) || result.next == null) return result;
  const entries = Object.entries({ ...query, after: result.next }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  const Link = `<${getPublicUrl()}${fillPath(path, params)}?${search}>; rel="next"`;
  return { ...result, headers: { ...result.headers, Link } };
}

const fillPath = (path: string, params: object) =>
  path.replace(/\{(\w+)\}/g, (_, name) => String((params as Record<string, string>)[name]));

async function readBody(endpoint: EndpointRow, call: UncheckedCall): Promise<UncheckedCall> {
  const { bytes, object } = await readPostBody(call.request);
  return { ...call, body: object, idempotency: readIdempotencyKey(endpoint, call, bytes) };
}

/** Requests are the same if path and input are. @throws AppError `invalid_idempotency_key` */
function readIdempotencyKey(
  { path, idempotent }: EndpointRow,
  { request, params }: UncheckedCall,
  input: Uint8Array,
) {
  const key = idempotent && getIdempotencyKey(request);
  if (key === undefined) return;
  const requestHash = createHash("sha256").update(fillPath(path, params)).update(input).digest("hex");
  return { key, requestHash };
}

/** @throws AppError `not_found` for invalid path parameters */
function readParams({ params }: EndpointRow, pathParams: Record<string, string> = {}): object {
  if (!params) return pathParams;
  const result = params.safeParse(pathParams);
  if (result.success) return result.data;
  throw new AppError("not_found");
}

/** 1 to 255 printable ASCII characters. @throws AppError `invalid_idempotency_key` */
function getIdempotencyKey(request: ApiRequest): string | undefined {
  const key = request.header("idempotency-key");
  if (key === undefined) return;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new AppError("invalid_idempotency_key");
  return key;
}

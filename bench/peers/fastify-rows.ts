import type { AddressInfo, Socket } from "node:net";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { routes } from "@/app/api/v1/routes";
import { authenticate, requireScope } from "@/lib/api/authenticate";
import { type EndpointHandler, parseCall } from "@/lib/api/handle";
import type { ApiKey } from "@/lib/api/keys";
import { countRequest } from "@/lib/api/rate-limit";
import { type ApiRequest, type ApiResponse, getRequestId, type HeaderList } from "@/lib/api/request";
import { logRequest } from "@/lib/api/request-log";
import { createErrorResponse, toAppError, toResponse } from "@/lib/api/responses";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { getMailJobsSql } from "@/lib/mail/writes";
import { AppError } from "@/lib/platform/errors";
import { thenSync } from "@/lib/platform/when-ready";
import { reportReady } from "./report-ready";

// The same rows under Fastify, with the same duties: key, limit, scope, GET bodies, limits of size, HEAD,
// 405 with Allow, request id, log line, histogram, refusals of what is no HTTP. Decides whether our own
// engine earns its place (docs/decisions/025-api-endpoints-as-contract-rows.md).

type RequestState = {
  request: ApiRequest;
  id: string;
  head: HeaderList;
  key?: ApiKey;
  started: number;
  failure?: unknown;
};
const states = new WeakMap<FastifyRequest, RequestState>();
const getState = (request: FastifyRequest) => states.get(request) as RequestState;

const app = Fastify({
  bodyLimit: 64 * 1024,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  routerOptions: { ignoreTrailingSlash: true },
  clientErrorHandler(_, socket: Socket) {
    socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  },
});
app.addHttpMethod("GET", { hasBody: true, overrideExisting: true });
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body));

app.addHook("onRequest", (fastified, reply, done) => {
  const request = apiRequest(fastified);
  const state: RequestState = { request, id: getRequestId(request), head: [], started: performance.now() };
  state.head = ["X-Request-Id", state.id];
  states.set(fastified, state);
  const admitted = thenSync(authenticate(request), (key) => {
    state.key = key;
    return thenSync(countRequest(key, request.method), (remaining) => {
      state.head = [...state.head, ...remaining];
      requireScope(key, (reply.routeOptions.config as { scope?: never }).scope);
    });
  });
  if (admitted instanceof Promise) admitted.then(() => done(), done);
  else done();
});

app.addHook("onResponse", (fastified, reply, done) => {
  const { id, key, started, failure } = getState(fastified);
  const endpoint = { path: (reply.routeOptions.config as { path?: string }).path ?? "unknown" };
  logRequest({
    endpoint,
    method: fastified.method,
    requestId: id,
    key,
    status: reply.statusCode,
    started,
    failure,
    code: failure === undefined ? undefined : toAppError(failure).code,
  });
  done();
});

app.setErrorHandler((error, fastified, reply) => {
  const state = getState(fastified);
  const tooLarge = (error as { code?: string }).code === "FST_ERR_CTP_BODY_TOO_LARGE";
  state.failure = tooLarge ? new AppError("payload_too_large") : error;
  write(
    reply,
    createErrorResponse(state.failure, state.request.header("accept-language"), state.id, state.head),
  );
});
app.setNotFoundHandler(() => {
  throw new AppError("not_found");
});

const byPath = Map.groupBy(
  routes.flatMap((module) => Object.values(module)),
  ({ endpoint }) => endpoint.path,
);
for (const [path, handlers] of byPath) {
  const url = path.replace(/\{(\w+)\}/g, ":$1");
  const methods = handlers.map(({ endpoint }) => endpoint.method);
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  for (const handler of handlers) serve(url, handler);
  const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.includes(method));
  app.route({
    url,
    method: "OPTIONS",
    handler: (_, reply) => reply.code(204).header("Allow", allowed.join(", ")).send(),
  });
  app.route({
    url,
    method: others,
    handler: () => {
      throw new AppError("method_not_allowed", [], ["Allow", allowed.join(", ")]);
    },
  });
}

function serve(url: string, { endpoint, run }: EndpointHandler) {
  app.route({
    url,
    method: endpoint.method,
    bodyLimit: endpoint.method === "GET" ? 4 * 1024 : 64 * 1024,
    config: { scope: endpoint.scope, path: endpoint.path },
    handler(fastified, reply) {
      const { request, key, head } = getState(fastified);
      const written = thenSync(parseCall(endpoint, request, key, fastified.params as never), (call) =>
        thenSync(run(call), (result) =>
          thenSync(toResponse(result, endpoint, request, head), (answer) => write(reply, answer)),
        ),
      );
      return written instanceof Promise ? written.then(() => reply) : reply;
    },
  });
}

function write(reply: FastifyReply, { status, headers, body }: ApiResponse) {
  reply.code(status);
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1]);
  reply.send(body);
}

function apiRequest(fastified: FastifyRequest): ApiRequest {
  const { headers, method, url, socket } = fastified;
  return {
    method,
    target: url,
    header: (name) => headers[name] as string | undefined,
    hasBody: headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0,
    async *body() {
      yield fastified.body as Uint8Array;
    },
    peer: socket.remoteAddress,
    connection: socket,
  };
}

await Promise.all([getSchoolContext(), getMailJobsSql()]);
await app.listen({ port: 0, host: "127.0.0.1" });
reportReady((app.server.address() as AddressInfo).port);

import { AppError } from "@/lib/platform/errors";
import { type EndpointHandler, handle, type RouteModule } from "./handle";
import { createRouteHandler, type RequestHandler, type RouteHandler } from "./request";

/** What answers at a path, by method; `*` is every other. */
type Route = { methods: Map<string, RequestHandler>; pattern: RegExp };

const PARAMETER = /\{(\w+)\}/;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const unknownPath = handle({ method: "*", path: "unknown" }, notFound).answer;

const unknownOpenPath = handle({ method: "*", path: "unknown", open: true }, notFound).answer;

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

function notFound(): never {
  throw new AppError("not_found");
}

/** The path without the query string, and without a URL object: this runs on every request. */
function getPath(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

import { AppError } from "@/lib/platform/errors";
import { type EndpointHandler, handle, type RouteModule } from "./handle";
import { createRouteHandler, type RequestHandler, type RouteHandler } from "./request";

/** `*` is every other method. */
type Route = { methods: Map<string, RequestHandler>; pattern: RegExp };

const PARAMETER = /\{(\w+)\}/;

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const unknownPath = handle({ method: "*", path: "unknown" }, notFound).answer;

const unknownOpenPath = handle({ method: "*", path: "unknown", open: true }, notFound).answer;

/** Routes `/api/`: a trailing slash is ignored, `HEAD` follows `GET`, `OPTIONS` lists methods; errors are JSON. */
export function createRouter(modules: readonly RouteModule[]): RouteHandler {
  const byPath = Map.groupBy(modules.flatMap(listHandlers), ({ endpoint }) => endpoint.path);
  const routes = [...byPath].map(([path, handlers]) => [path, createRoute(path, handlers)] as const);
  const fixedRoutes = new Map(routes.filter(([path]) => !PARAMETER.test(path)));
  const patterns = routes.filter(([path]) => PARAMETER.test(path)).map(([, route]) => route);

  return createRouteHandler((request) => {
    const requestPath = getPath(request.target);
    const path = requestPath.replace(/(?<!\/)\/+$/, ""); // without the lookbehind quadratic in the slashes
    const fixedRoute = fixedRoutes.get(path);
    if (fixedRoute) return findHandler(fixedRoute, request.method)(request);
    const route = patterns.find(({ pattern }) => pattern.test(path));
    if (route) return findHandler(route, request.method)(request, route.pattern.exec(path)?.groups);
    return requestPath.startsWith("/api/v1/") ? unknownPath(request) : unknownOpenPath(request);
  });
}

const listHandlers = (module: RouteModule) => Object.values(module).filter((item) => "endpoint" in item);

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
  const createHandler = (method: string, run: Parameters<typeof handle>[1]) =>
    handle({ method, path, open, sandbox }, run).answer;
  methods.set(
    "OPTIONS",
    createHandler("OPTIONS", () => ({ status: 204, headers: ["Allow", allowed], body: null })),
  );
  methods.set(
    "*",
    createHandler("*", () => {
      throw new AppError("method_not_allowed", [], ["Allow", allowed]);
    }),
  );
  return { methods, pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`) };
}

function notFound(): never {
  throw new AppError("not_found");
}

/** Without a URL object: this runs on every request. */
function getPath(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

import { AppError } from "@/lib/errors";
import { type Answerer, type Handler, handlerOf, pathOf } from "./exchange";
import { handle } from "./handle";

/** What a `route.ts` under `app/api` exports. */
export type RouteModule = Partial<Record<"GET" | "POST", Handler>>;

/**
 * Sends a request under `/api/` to its route module. A trailing slash is the same resource, `HEAD`
 * works wherever `GET` does, `OPTIONS` tells what is allowed, and everything else is a JSON error.
 */
export function dispatch(routes: Record<string, RouteModule>): Handler {
  const handlers = new Map(
    Object.entries(routes).map(([path, module]) => [template(path), byMethod(path, module)]),
  );
  const find = (path: string) => handlers.get(path) ?? handlers.get(path.replace(/[^/]+$/, "{}"));

  return handlerOf((request) => {
    const path = pathOf(request.target);
    const methods = handlers.get(path) ?? find(path.replace(/\/+$/, ""));
    if (methods) return (methods.get(request.method) ?? methods.get("*") ?? unknownPath)(request);
    return path.startsWith("/api/v1/") ? unknownPath(request) : unknownOpenPath(request);
  });
}

/** `…/{reference}` as `…/{}`: a path has one parameter at most, and it comes last. */
const template = (path: string) => path.replace(/\{\w+\}$/, "{}");

function byMethod(path: string, { GET, POST }: RouteModule): Map<string, Answerer> {
  const allowed = [...(GET ? ["GET", "HEAD"] : []), ...(POST ? ["POST"] : []), "OPTIONS"].join(", ");
  const open = !path.startsWith("/api/v1/");
  const refuse = handle({ path, open }, () => {
    throw new AppError("method_not_allowed", [], ["Allow", allowed]);
  });
  const options = handle({ path, open }, () => ({ status: 204, headers: ["Allow", allowed], body: null }));
  const methods = [
    ["GET", GET],
    ["HEAD", GET],
    ["POST", POST],
    ["OPTIONS", options],
    ["*", refuse],
  ] as const;
  return new Map(methods.flatMap(([method, handler]) => (handler ? [[method, handler.answer]] : [])));
}

const unknownPath = handle({ path: "unknown" }, notFound).answer;
const unknownOpenPath = handle({ path: "unknown", open: true }, notFound).answer;

function notFound(): never {
  throw new AppError("not_found");
}

import { AppError } from "@/lib/errors";
import { type Handler, handle } from "./handle";

/** What a `route.ts` under `app/api` exports. */
export type RouteModule = Partial<Record<"GET" | "POST", Handler>>;

/**
 * Sends a request under `/api/` to its route module. A trailing slash is the same resource, `HEAD`
 * works wherever `GET` does, `OPTIONS` tells what is allowed, and everything else is a JSON error.
 */
export function dispatch(routes: Record<string, RouteModule>): Handler {
  const handlers = new Map(Object.entries(routes).map(([path, module]) => [path, byMethod(path, module)]));

  return (request) => {
    const path = pathOf(request.url);
    const methods = handlers.get(path) ?? handlers.get(path.replace(/\/+$/, ""));
    if (methods) return (methods.get(request.method) ?? methods.get("*") ?? unknownPath)(request);
    return path.startsWith("/api/v1/") ? unknownPath(request) : unknownOpenPath(request);
  };
}

function byMethod(path: string, { GET, POST }: RouteModule): Map<string, Handler> {
  const allowed = [...(GET ? ["GET", "HEAD"] : []), ...(POST ? ["POST"] : []), "OPTIONS"].join(", ");
  const open = !path.startsWith("/api/v1/");
  const refuse = handle({ path, open }, () => {
    throw new AppError("method_not_allowed", [], { Allow: allowed });
  });
  const options = handle(
    { path, open },
    () => new Response(null, { status: 204, headers: { Allow: allowed } }),
  );
  const methods: [string, Handler | undefined][] = [
    ["GET", GET],
    ["HEAD", GET],
    ["POST", POST],
    ["OPTIONS", options],
    ["*", refuse],
  ];
  return new Map(methods.filter((entry): entry is [string, Handler] => entry[1] !== undefined));
}

const unknownPath = handle({ path: "unknown" }, notFound);
const unknownOpenPath = handle({ path: "unknown", open: true }, notFound);

function notFound(): never {
  throw new AppError("not_found");
}

/** The path without a URL object: this runs on every request. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", start);
  return start === -1 ? "/" : url.slice(start, query === -1 ? undefined : query);
}

import type { MaybePromise } from "@/lib/platform/when-ready";

/** A request as the API sees it, whoever received it: `server.ts` on its socket, or Next. */
export type ApiRequest = {
  method: string;
  /** Path and query string. */
  target: string;
  /** A header by its name in lower case. */
  header: (name: string) => string | undefined;
  hasBody: boolean;
  /** The body as it arrives; giving up half-way leaves the connection intact. */
  body: () => AsyncIterable<Uint8Array>;
  /** The connection's other end; undefined when Next called. */
  peer: string | undefined;
  /** The same for all requests of one connection; undefined when Next called. */
  connection: object | undefined;
};

/** Headers: names and values in turn, as Node writes them without looking them up. */
export type HeaderList = string[];

/** An answer, ready to be written. */
export type ApiResponse = { status: number; headers: HeaderList; body: string | Uint8Array | null };

/** The parameters of a path, as they stand in it. */
export type PathParams = Record<string, string>;

/**
 * A route handler: Next calls it with a Web `Request`, `server.ts` calls `answer` and so spares
 * each read the making of Web objects, which cost more than the answer itself.
 */
export type RouteHandler = ((request: Request, context?: Context) => Promise<Response>) & { answer: RequestHandler };

/** What Next knows of the path. */
type Context = { params: Promise<object> };

export type RequestHandler = (request: ApiRequest, params?: PathParams) => MaybePromise<ApiResponse>;

/** The path without the query string, and without a URL object: this runs on every request. */
export function getPath(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

export function createRouteHandler(answer: RequestHandler): RouteHandler {
  const called = async (request: Request, context?: Context) =>
    toWebResponse(await answer(fromWebRequest(request), (await context?.params) as PathParams | undefined));
  return Object.assign(called, { answer });
}

/** Next keeps the body of a GET to itself: then the query string speaks alone. */
function fromWebRequest(request: Request): ApiRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    hasBody: request.body !== null,
    body: () => (request.body ?? new ReadableStream()) as unknown as AsyncIterable<Uint8Array>,
    peer: undefined,
    connection: undefined,
  };
}

function toWebResponse({ status, headers, body }: ApiResponse): Response {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
  return new Response(body as BodyInit | null, { status, headers: pairs as [string, string][] });
}

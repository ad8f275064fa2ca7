import { randomFillSync } from "node:crypto";
import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { parseInput } from "@/lib/platform/schema";
import { memoize } from "@/lib/platform/singleton";
import { isStorable } from "@/lib/platform/stored-values";
import type { MaybePromise } from "@/lib/platform/when-ready";

/** A request from the socket of `server.ts`, or from Next. */
export type ApiRequest = {
  method: string;
  /** Path and query string. */
  target: string;
  /** By its name in lower case. */
  header: (name: string) => string | undefined;
  hasBody: boolean;
  /** As it arrives; stopping early leaves the connection intact. */
  body: () => AsyncIterable<Uint8Array>;
  /** The client's address; undefined when Next called. */
  peer: string | undefined;
  /** The same for all requests of one connection; undefined when Next called. */
  connection: object | undefined;
};

/** Names and values alternate, as Node writes them without a lookup. */
export type HeaderList = string[];

export type ApiResponse = { status: number; headers: HeaderList; body: string | Uint8Array | null };

type PathParams = Record<string, string>;

/** Next calls it with a Web `Request`; `server.ts` calls `answer`, because Web objects cost more than a read itself. */
export type RouteHandler = ((request: Request, context?: Context) => Promise<Response>) & {
  answer: RequestHandler;
};

export type RequestHandler = (request: ApiRequest, params?: PathParams) => MaybePromise<ApiResponse>;

type Context = { params: Promise<object> };

export function createRouteHandler(answer: RequestHandler): RouteHandler {
  const handler = async (request: Request, context?: Context) =>
    toWebResponse(await answer(fromWebRequest(request), (await context?.params) as PathParams | undefined));
  return Object.assign(handler, { answer });
}

const POST_LIMIT = 64 * 1024;

type JsonObject = Record<string, unknown>;

/**
 * A JSON object and its bytes.
 * @throws AppError `payload_too_large` (64 KiB), `unsupported_media_type`, `invalid_json`
 */
export async function readPostBody(request: ApiRequest): Promise<{ bytes: Uint8Array; object: JsonObject }> {
  if (declaredLength(request) > POST_LIMIT) throw tooLarge();
  if (!isJson(request.header("content-type"))) throw unsupported();

  const bytes = await readRawBody(request);
  return { bytes, object: parseObject(bytes) };
}

/** The bytes as they arrived, for signatures. @throws AppError `payload_too_large` (64 KiB) */
export function readRawBody(request: ApiRequest): Promise<Uint8Array> {
  return readBytes(request, POST_LIMIT);
}

// A ULID: ten characters of time, sixteen random ones, in Crockford's base 32. Made on every request, so randomness
// is drawn by the thousand and encoded in pairs, the time once a millisecond.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PAIRS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second));
const RANDOM_PAIRS = 8;

const pool = new Uint16Array(RANDOM_PAIRS * 1024);
let used = pool.length;
let encodedTime = { millisecond: 0, text: "" };

/** The caller's own id when it is harmless, so that both systems' logs share it; else a new ULID. */
export function getRequestId(request: ApiRequest): string {
  const provided = request.header("x-request-id");
  return provided && /^[\w.-]{1,64}$/.test(provided) ? provided : createRequestId();
}

export function createRequestId(): string {
  const now = Date.now();
  if (now !== encodedTime.millisecond) encodedTime = { millisecond: now, text: encodeTime(now) };
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let id = encodedTime.text;
  for (const end = used + RANDOM_PAIRS; used < end; used++) id += PAIRS[(pool[used] as number) & 1023];
  return id;
}

const QUERY_LIMIT = 4 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The members of the JSON body or of the query string, which must not contradict each other. Without a schema, only
 * a GET's body is read.
 * @throws AppError `ambiguous_parameter`, `validation_failed`, and those of the body
 */
export function readQuery<S extends z.ZodObject>(
  request: ApiRequest,
  { method, query }: { method: string; query?: S },
): MaybePromise<z.output<S>> {
  if (request.hasBody && (query || method === "GET"))
    return readQueryBody(request).then((body) => parse(request.target, body, query));
  return query ? (memoizeParser(query)(request.target) as z.output<S>) : ({} as z.output<S>);
}

/** Next hides the body of a GET: only the query string counts then. */
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
  const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : []));
  return new Response(body as BodyInit | null, { status, headers: pairs as [string, string][] });
}

/** Any content type (section 4). @throws AppError `payload_too_large` (4 KiB), `invalid_json` */
async function readQueryBody(request: ApiRequest): Promise<JsonObject> {
  const bytes = await readBytes(request, QUERY_LIMIT);
  return bytes.length === 0 ? {} : parseObject(bytes);
}

async function readBytes(request: ApiRequest, limit: number): Promise<Uint8Array> {
  if (declaredLength(request) > limit) throw tooLarge();
  if (isEncoded(request.header("content-encoding"))) throw unsupported(["Accept-Encoding", "identity"]);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body()) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

const declaredLength = (request: ApiRequest) => Number(request.header("content-length") ?? 0);

/** JSON is UTF-8 (RFC 8259, section 8.1). */
function isJson(contentType = ""): boolean {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.find((parameter) => parameter.trim().startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?(?:utf-?8|us-ascii)"?$/.test(charset.trim());
  return type.trim() === "application/json" && isUtf8;
}

/** No content coding is supported (RFC 9110, sections 8.4 and 15.5.16). */
const isEncoded = (contentEncoding = "identity") => contentEncoding.trim().toLowerCase() !== "identity";

const unsupported = (headers: string[] = []) => new AppError("unsupported_media_type", [], headers);

const tooLarge = () => new AppError("payload_too_large");

function parseObject(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    throw new AppError("invalid_json");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new AppError("invalid_json");
  if (!isStorable(value)) throw new AppError("invalid_json");
  return value as JsonObject;
}

function encodeTime(now: number): string {
  let text = "";
  for (let rest = now, index = 0; index < 10; index++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function parse<S extends z.ZodObject>(target: string, body: JsonObject, schema: S | undefined): z.output<S> {
  if (!schema) return {} as z.output<S>;

  const input: JsonObject = {};
  const parameters = new URLSearchParams(target.replace(/^[^?]*/, ""));
  for (const name of Object.keys(schema.shape)) {
    const values = parameters.getAll(name).map(parseText);
    if (Object.hasOwn(body, name)) values.push(body[name] ?? undefined);
    if (values.length > 1 && new Set(values).size > 1)
      throw new AppError("ambiguous_parameter", [], [], { parameter: name });
    input[name] = values[0];
  }
  return parseInput(schema, input);
}

/** Clients request few different years, each again and again. */
function memoizeParser(schema: z.ZodObject): (target: string) => object {
  const existing = parsers.get(schema);
  if (existing) return existing;
  const parser = memoize(100, (target) => Object.freeze(parse(target, {}, schema)));
  parsers.set(schema, parser);
  return parser;
}

const parsers = new WeakMap<z.ZodObject, (target: string) => object>();

/** Digits become an integer, blank text an absent member. */
function parseText(text: string): unknown {
  if (text.trim() === "") return;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

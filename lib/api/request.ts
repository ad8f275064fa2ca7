import { randomFillSync } from "node:crypto";
import type { z } from "zod";
import { AppError, fieldIssues } from "@/lib/platform/errors";
import { memoize } from "@/lib/platform/singleton";
import { isStorable } from "@/lib/platform/stored-values";
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
export type RouteHandler = ((request: Request, context?: Context) => Promise<Response>) & {
  answer: RequestHandler;
};

export type RequestHandler = (request: ApiRequest, params?: PathParams) => MaybePromise<ApiResponse>;

/** What Next knows of the path. */
type Context = { params: Promise<object> };

export function createRouteHandler(answer: RequestHandler): RouteHandler {
  const called = async (request: Request, context?: Context) =>
    toWebResponse(await answer(fromWebRequest(request), (await context?.params) as PathParams | undefined));
  return Object.assign(called, { answer });
}

const POST_LIMIT = 64 * 1024;

type JsonObject = Record<string, unknown>;

/**
 * The JSON object in the body of a POST request, and its bytes.
 * @throws AppError `payload_too_large` (64 KiB), `unsupported_media_type`, `invalid_json`
 */
export async function readPostBody(request: ApiRequest): Promise<{ bytes: Uint8Array; object: JsonObject }> {
  if (declaredLength(request) > POST_LIMIT) throw tooLarge();
  if (!isJson(request.header("content-type"))) throw unsupported();

  const bytes = await readRawBody(request);
  return { bytes, object: parseObject(bytes) };
}

/** A POST body's bytes as they arrived, for whoever signs them. @throws AppError `payload_too_large` (64 KiB) */
export function readRawBody(request: ApiRequest): Promise<Uint8Array> {
  return readBytes(request, POST_LIMIT);
}

// As a ULID has it: ten characters of time, sixteen of chance, in Crockford's base 32. Written out
// here because it is made on every request: chance is drawn by the thousand and spelled in pairs, the
// time once a millisecond.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PAIRS = [...ALPHABET].flatMap((first) => [...ALPHABET].map((second) => first + second));
const CHANCE = 8;

const pool = new Uint16Array(CHANCE * 1024);
let drawn = pool.length;
let time = { millisecond: 0, text: "" };

/** The caller's own id when it is harmless, so that one id leads through both systems' logs; else a new ULID. */
export function getRequestId(request: ApiRequest): string {
  const given = request.header("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : createRequestId();
}

/** A new ULID. */
export function createRequestId(): string {
  const now = Date.now();
  if (now !== time.millisecond) time = { millisecond: now, text: timeText(now) };
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  let id = time.text;
  for (const end = drawn + CHANCE; drawn < end; drawn++) id += PAIRS[(pool[drawn] as number) & 1023];
  return id;
}

const GET_LIMIT = 4 * 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * What a GET asks for: the members of its JSON body or of its query string, which may not disagree.
 * @throws AppError `ambiguous_parameter`, `validation_failed`, and those of the body
 */
export function readQuery<S extends z.ZodObject>(
  request: ApiRequest,
  schema: S | undefined,
): MaybePromise<z.output<S>> {
  if (request.hasBody) return readGetBody(request).then((body) => parse(request.target, body, schema));

  return readQueryString(request, schema);
}

/** What the query string alone asks for: of a POST that takes no body. @throws as `readQuery` */
export function readQueryString<S extends z.ZodObject>(
  request: ApiRequest,
  schema: S | undefined,
): z.output<S> {
  return schema ? (memoizeParser(schema)(request.target) as z.output<S>) : ({} as z.output<S>);
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

/**
 * The JSON object in the body of a GET request (section 4), whatever its content type; empty when
 * there is none. @throws AppError `payload_too_large` (4 KiB), `invalid_json`
 */
async function readGetBody(request: ApiRequest): Promise<JsonObject> {
  if (!request.hasBody) return {};
  const bytes = await readBytes(request, GET_LIMIT);
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

/** JSON is UTF-8 (RFC 8259, section 8.1): read as such, another charset's letters would be others, or none. */
function isJson(contentType = ""): boolean {
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.find((parameter) => parameter.trim().startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?(?:utf-?8|us-ascii)"?$/.test(charset.trim());
  return type.trim() === "application/json" && isUtf8;
}

/** Whether a body is compressed or otherwise coded, which nothing here undoes (RFC 9110, sections 8.4 and 15.5.16). */
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

function timeText(now: number): string {
  let text = "";
  for (let rest = now, at = 0; at < 10; at++) {
    text = ALPHABET[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function parse<S extends z.ZodObject>(target: string, body: JsonObject, schema: S | undefined): z.output<S> {
  if (!schema) return {} as z.output<S>;

  const input: JsonObject = {};
  const search = searchOf(target);
  for (const name of Object.keys(schema.shape)) {
    const given = search.getAll(name).map(fromText);
    if (Object.hasOwn(body, name)) given.push(body[name]);
    if (given.length > 1 && new Set(given).size > 1) throw new AppError("ambiguous_parameter");
    input[name] = given[0];
  }
  refuseUnstorable(input);
  const result = schema.safeParse(input, { error: () => "invalid_value" });
  if (result.success) return result.data as z.output<S>;
  throw new AppError("validation_failed", fieldIssues(result.error.issues, Object.keys(schema.shape)));
}

/** A body was checked as it was read; in an address NUL stands as `%00`. @throws AppError `validation_failed` */
function refuseUnstorable(input: JsonObject) {
  const fields = Object.keys(input).filter((field) => !isStorable(input[field]));
  if (fields.length === 0) return;
  throw new AppError(
    "validation_failed",
    fields.map((field) => ({ field, code: "invalid_value" })),
  );
}

/** Clients ask for few different years, and for each of them again and again. */
function memoizeParser(schema: z.ZodObject): (target: string) => object {
  const known = bySchema.get(schema);
  if (known) return known;
  const made = memoize(100, (target) => Object.freeze(parse(target, NOTHING, schema)));
  bySchema.set(schema, made);
  return made;
}

const bySchema = new WeakMap<z.ZodObject, (target: string) => object>();

const NOTHING: JsonObject = {};

/** The query string's members. */
function searchOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : target.slice(start + 1));
}

/** A query string knows only text: digits stand for an integer, nothing for an absent member. */
function fromText(text: string): unknown {
  if (text.trim() === "") return;
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

import { AppError } from "@/lib/platform/errors";
import { isStorable } from "@/lib/platform/stored-values";
import type { ApiRequest } from "./exchange";

const GET_LIMIT = 4 * 1024;
const POST_LIMIT = 64 * 1024;

export type JsonObject = Record<string, unknown>;

/**
 * The JSON object in the body of a GET request (section 4), whatever its content type; empty when
 * there is none. @throws AppError `payload_too_large` (4 KiB), `invalid_json`
 */
export async function readGetBody(request: ApiRequest): Promise<JsonObject> {
  if (!request.hasBody) return {};
  const bytes = await readBytes(request, GET_LIMIT);
  return bytes.length === 0 ? {} : parseObject(bytes);
}

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

const utf8 = new TextDecoder("utf-8", { fatal: true });

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

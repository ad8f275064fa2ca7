import { z } from "zod";
import { getErrorMessage, negotiateLocale } from "@/lib/i18n/api-messages";
import { getDocsPath, type Locale } from "@/lib/i18n/locales";
import { isHttps } from "@/lib/platform/env";
import { AppError, type FieldIssue, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import type { Representation } from "@/lib/platform/representation";
import { type MaybePromise, thenSync } from "@/lib/platform/when-ready";
import { getPublicUrl } from "@/lib/school/settings";
import type { ApiRequest, ApiResponse, HeaderList } from "./request";

/** The result of a handler that returns no cached representation. */
export type ApiResult = {
  data: unknown;
  /** The start of the next page. */
  next?: string | null;
  headers?: Record<string, string>;
};

export type Result = Representation | ApiResult | ApiResponse;

const commonHeaders: HeaderList = [
  ...["Content-Type", "application/json; charset=utf-8"],
  ...["X-Content-Type-Options", "nosniff"],
  ...["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ...["Referrer-Policy", "no-referrer"],
  ...["Cross-Origin-Resource-Policy", "same-origin"],
  ...(isHttps() ? ["Strict-Transport-Security", "max-age=31536000"] : []),
];

const noStoreHeaders: HeaderList = [...commonHeaders, "Cache-Control", "no-store"];

/** For any origin: browser tools read the document. */
const documentHeaders: HeaderList = [
  ...commonHeaders.map((text) => (text === "same-origin" ? "cross-origin" : text)),
  ...["Cache-Control", "public, no-cache"],
  ...["Access-Control-Allow-Origin", "*", "Access-Control-Expose-Headers", "ETag"],
  ...["Vary", "Accept-Encoding"],
];

const catalogueHeaders: HeaderList = [
  ...commonHeaders,
  ...["Cache-Control", "private, no-cache"],
  ...["Vary", "Authorization, Accept-Encoding"],
];

/** Converts the result of a handler. */
export function toResponse(
  result: Result,
  { status = 200 }: { status?: number },
  request: ApiRequest,
  headers: HeaderList,
): MaybePromise<ApiResponse> {
  // Not instanceof: Next's bundle has its own copy of the class.
  if ("etag" in result) return createRepresentationResponse(result, request, headers);
  if ("data" in result) return createJsonResponse(result, status, headers);
  return { ...result, headers: [...result.headers, ...headers] };
}

function createJsonResponse(
  { data, next, headers }: ApiResult,
  status: number,
  extra: HeaderList,
): ApiResponse {
  const body = Buffer.from(JSON.stringify({ status: "success", data, next }));
  const ownHeaders = Object.entries(headers ?? {}).flat();
  return { status, headers: [...noStoreHeaders, ...ownHeaders, ...contentLength(body), ...extra], body };
}

/** The cached bytes, or 304 when the caller has them (RFC 9110, section 13.1.2). */
function createRepresentationResponse(
  representation: Representation,
  request: ApiRequest,
  extra: HeaderList,
): MaybePromise<ApiResponse> {
  const coding = representation.chooseCoding(request.header("accept-encoding"));
  const cacheHeaders = representation.isPublic ? documentHeaders : catalogueHeaders;
  const headers = [...cacheHeaders, "ETag", representation.tagOf(coding), ...extra];
  if (representation.isMatched(request.header("if-none-match"))) return { status: 304, headers, body: null };

  if (coding) headers.push("Content-Encoding", coding);
  return thenSync(coding ? representation.encoded(coding) : representation.body, (body) => {
    headers.push(...contentLength(body));
    return { status: 200, headers, body };
  });
}

/** The error format in the requested language; the text of `error` is never shown. */
export function createErrorResponse(
  error: unknown,
  acceptLanguage: string | undefined,
  requestId: string,
  extra: HeaderList,
  input: InputSchemas = {},
): ApiResponse {
  const appError = toAppError(error);
  const locale = negotiateLocale(acceptLanguage) ?? "en";
  const body = Buffer.from(JSON.stringify(createErrorBody(appError, locale, requestId, input)));
  const headers = [
    ...noStoreHeaders,
    ...["Vary", "Accept-Language", "Content-Language", locale],
    ...contentLength(body),
    ...appError.headers,
    ...extra,
  ];
  return { status: appError.status, headers, body };
}

/** The JSON of an error; by default an example for the documentation. */
export function createErrorBody(
  error: AppError,
  locale: Locale,
  requestId = "01K7B3M4Q9V2X8Y6Z5W1T0R3SN",
  input: InputSchemas = {},
) {
  const errors = error.issues.map((issue) => ({
    ...issue,
    message: getErrorMessage(locale, error, issue, getFieldLimits(input, issue)),
  }));
  return {
    status: "error",
    error: {
      code: error.code,
      message: getErrorMessage(locale, error),
      request_id: requestId,
      doc_url: `${getPublicUrl()}${getDocsPath(locale)}/errors#${error.code}`,
      ...error.details,
      ...(errors.length > 0 && { errors }),
    },
  };
}

const contentLength = (body: Uint8Array): HeaderList => ["Content-Length", String(body.length)];

/** @param mayHaveWritten whether a write may have been committed before the error */
export function toAppError(error: unknown, mayHaveWritten = false): AppError {
  if (error instanceof AppError) return error;
  const headers = ["Retry-After", "5"];
  if (mayHaveWritten && isOutcomeUnknown(error)) return new AppError("outcome_unknown", [], headers);
  if (isDatabaseUnavailable(error)) return new AppError("unavailable", [], headers);
  return new AppError("internal_error");
}

/** The schemas of a request's fields. */
type InputSchemas = { query?: z.ZodObject; body?: z.core.$ZodObject };

const MAX_LISTED_VALUES = 40;

type FieldLimits = NonNullable<Parameters<typeof getErrorMessage>[3]>;

/** Leads to a value in a request. */
type ValuePath = Omit<FieldIssue, "code">;

/** The type and limits of a request's value, for its error message; undefined for an unknown field. */
export function getFieldLimits({ query, body }: InputSchemas, { field, pointer = "" }: ValuePath) {
  const member = query?.shape[field] ?? body?._zod.def.shape[field];
  if (!member) return;
  const root = z.toJSONSchema(member as z.core.$ZodType, { io: "input", unrepresentable: "any" });
  let schema = resolveSchema(root, root);
  for (const step of pointer.split("/").slice(2))
    schema = resolveSchema((schema.items ?? schema.properties?.[step] ?? {}) as JsonSchema, root);
  return readLimits(schema);
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Follows a reference, and leaves null out of the alternatives. */
function resolveSchema({ $ref, anyOf, ...schema }: JsonSchema, root: JsonSchema): JsonSchema {
  const named = root.$defs?.[$ref?.split("/").at(-1) ?? ""];
  const alternative = anyOf?.find((option) => typeof option === "object" && option.type !== "null");
  const inner = named ?? alternative;
  return typeof inner === "object" ? resolveSchema({ ...schema, ...inner }, root) : schema;
}

function readLimits(schema: JsonSchema): FieldLimits {
  const items = schema.items as JsonSchema | undefined;
  const values = schema.enum ?? items?.enum;
  const [example] = schema.examples ?? [];
  return {
    type: [schema.type].flat().find((type) => type !== "null"),
    maxLength: schema.maxLength ?? schema.maxItems,
    minimum: schema.minimum,
    maximum: schema.maximum,
    isCursor: schema.title === "Cursor",
    values: values && values.length <= MAX_LISTED_VALUES ? values.map(String) : undefined,
    example: typeof example === "string" ? example : undefined,
  };
}

import type { z } from "zod";
import { getErrorMessage } from "@/lib/i18n/api-messages";
import { AppError, type ErrorCode, type FieldCode, type FieldIssue, httpStatus } from "@/lib/platform/errors";
import type { Scope } from "./keys";
import type { DocumentBuild } from "./openapi-schemas";
import { createErrorBody } from "./responses";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An endpoint of the API. Its handler's types, parsing, documentation and tests derive from it. */
export type Endpoint = {
  method: Method;
  /** From the root; `{name}` stands for a parameter. */
  path: string;
  /** The scope that the key needs; without one, any key has access. */
  scope?: Scope;
  /** Only for test keys; other keys get 404. */
  sandbox?: true;
  /** Needs no key; such endpoints are not documented. */
  open?: true;
  tag: EndpointTag;
  summary: string;
  /** The parameters of the path; 404 for invalid ones. */
  params?: z.ZodObject;
  /** The members of the JSON body or query string. */
  query?: z.ZodObject;
  /** Documents the JSON body, which the domain validates together with its rules. Without a schema no body is read. */
  body?: z.core.$ZodObject;
  /** No member of the body is required, so that the body can be absent. */
  bodyOptional?: true;
  /** The possible error codes of each member of the body. */
  codes?: Record<string, readonly FieldCode[]>;
  /** Values of the body's example that differ from the examples of its fields. */
  bodyExample?: Record<string, unknown>;
  /** Takes an `Idempotency-Key`. */
  idempotent?: true;
  /** Has a strong `ETag` and can be stored and revalidated; other responses are `no-store`. */
  cached?: true;
  status: 200 | 201;
  /** The description of the response. */
  description: string;
  /** The envelope's `data`; without `example`, its example is built from those of its fields. */
  data: z.ZodType;
  /** The envelope has `next`: null on the last page, or never null where more can always follow. */
  pagination?: "until_its_end" | "without_end";
  example?: unknown;
  /** The bodies of the webhooks that the endpoint registers, by type. */
  webhooks?: Record<string, z.ZodObject>;
  /** Response headers beyond those that the other columns imply. */
  headers?: (keyof typeof responseHeaders)[];
  /** Error codes beyond those that the other columns imply. */
  errors?: ErrorCode[];
};

export const endpointTags = {
  "Academic catalogue": "School years, specialities, subjects and syllabi.",
  "General reference": "Values for the fields of an enrollment.",
  Enrollment: "Requests for a place at the school.",
  Events: "What changed in enrollments, by polling.",
  Webhooks: "The same events, sent to your own server.",
  Sandbox: "The separate data of a test key, for trying things out. Live keys get 404.",
} as const;

/** All response headers. */
export const responseHeaders = {
  "X-Request-Id": header(
    "Identifies this request in our logs: the id that you sent, if it is a valid one, otherwise a new one.",
    "01K7B3M4Q9V2X8Y6Z5W1T0R3SN",
  ),
  "RateLimit-Policy": header(
    "The limit that applies: its name, quota and window in seconds.",
    '"reads";q=1200;w=60',
  ),
  RateLimit: header("The remaining requests, and the seconds until the limit resets.", '"reads";r=1199;t=60'),
  "Sandbox-Clock": header("The date set in the test key's sandbox; absent if none is set.", "2028-02-29"),
  "Accept-Encoding": header(
    "`identity`: bodies must not be compressed. Absent if the body's type was refused.",
    "identity",
  ),
  "Retry-After": header("Seconds to wait before the next attempt.", "30"),
  ETag: header("The version of this response, for `If-None-Match`.", '"x1Zq3mB7Gd0pYw5rTn8cVk2LhJs"'),
  "Cache-Control": header(
    "`private, no-cache` if the response may be stored and revalidated, otherwise `no-store`.",
    "private, no-cache",
  ),
  Vary: header("The request headers that the response depends on.", "Authorization, Accept-Encoding"),
  "Content-Language": header("The language of the message.", "en"),
  Link: header(
    'The next page, with `rel="next"`; absent on the last one.',
    '<https://school.example/api/v1/events?after=evt_x1Zq3mB7Gd0pYw5rTn8cVk&limit=50>; rel="next"',
  ),
  "Enrollment-Reference": header("The enrollment's reference, which the family also sees.", "K7M3XQ9A"),
  "Idempotency-Replayed": header(
    "`true` if this is the stored response to an earlier request with the same key.",
    "true",
  ),
  "WWW-Authenticate": header("How to authenticate (RFC 6750).", 'Bearer realm="api"'),
};

const COMMON_HEADERS = ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Sandbox-Clock"];

/** The responses of an endpoint by status; error responses are shared by reference. */
export function createResponses(endpoint: Endpoint, schema: object, example: unknown, build: DocumentBuild) {
  const { status, description, cached, idempotent, pagination, headers = [] } = endpoint;
  const headerNames = [
    ...headers,
    ...(idempotent ? ["Idempotency-Replayed"] : []),
    ...(pagination ? ["Link"] : []),
    ...(cached ? ["ETag", "Vary"] : []),
    "Cache-Control",
  ];
  const codesByStatus = Object.groupBy(listErrorCodes(endpoint), (code) => httpStatus[code]);
  return {
    [status]: {
      description,
      headers: toRefs([...COMMON_HEADERS, ...headerNames]),
      content: { "application/json": { schema, example } },
    },
    ...(cached && {
      304: {
        description: "Not modified: your copy is current.",
        headers: toRefs([...COMMON_HEADERS, "ETag", "Vary", "Cache-Control"]),
      },
    }),
    ...Object.fromEntries(
      Object.entries(codesByStatus).map(([status, codes = []]) => [
        status,
        { $ref: `#/components/responses/${addErrorResponse(codes, build)}` },
      ]),
    ),
  };
}

type EndpointTag = keyof typeof endpointTags;

/** The error codes of an endpoint, derived from its row. */
function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const { method, params, query, body, idempotent, scope, sandbox, errors = [] } = endpoint;
  const hasRequestBody = method === "GET" ? {} : (body ?? query); // every GET may have a body (section 4)
  return [
    "missing_api_key",
    "invalid_api_key",
    ...codesIf(scope, "insufficient_scope"),
    "rate_limited",
    ...codesIf(hasRequestBody, "invalid_json", "payload_too_large", "unsupported_media_type"),
    "bad_request",
    "internal_error",
    "unavailable",
    ...(method === "GET" ? [] : (["outcome_unknown"] as const)),
    ...codesIf(params ?? sandbox, "not_found"),
    ...codesIf(query, "ambiguous_parameter"),
    ...codesIf(query ?? body, "validation_failed"),
    ...codesIf(idempotent, "invalid_idempotency_key", "idempotency_in_progress", "idempotency_key_reused"),
    ...errors,
  ];
}

const codesIf = (column: unknown, ...codes: ErrorCode[]) => (column === undefined ? [] : codes);

function header(description: string, example: string) {
  return { description, schema: { type: "string" }, example };
}

/** Adds the shared response of some error codes, with an example of each; returns its name. */
function addErrorResponse(codes: ErrorCode[], { errors: { responses, examples } }: DocumentBuild): string {
  const name = codes.join(".");
  responses[name] ??= createErrorResponse(codes);
  for (const code of codes) examples[code] ??= { value: createErrorBody(createError(code), "en") };
  return name;
}

function createErrorResponse(codes: ErrorCode[]) {
  const status = httpStatus[codes[0] as ErrorCode];
  const common = status === 401 ? ["X-Request-Id"] : COMMON_HEADERS;
  const challenge = status === 401 || status === 403 ? ["WWW-Authenticate"] : [];
  const coding = status === 415 ? ["Accept-Encoding"] : [];
  const retry = status === 429 || status === 503 || status === 409 ? ["Retry-After"] : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${getErrorMessage("en", createError(code))}`).join("\n\n"),
    headers: toRefs([...common, ...challenge, ...coding, ...retry, "Content-Language", "Cache-Control"]),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

const toRefs = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function createError(code: ErrorCode): AppError {
  const issues: Partial<Record<ErrorCode, FieldIssue[]>> = {
    validation_failed: [{ field: "school_year_id", code: "school_year_unavailable" }],
    duplicate: [{ field: "student_email", code: "email_taken" }],
  };
  const details: Partial<Record<ErrorCode, AppError["details"]>> = {
    transition_not_allowed: { state: "rejected", allowed: [], refusal: "not_allowed" },
    ambiguous_parameter: { parameter: "school_year_id" },
  };
  return new AppError(code, issues[code], [], details[code]);
}

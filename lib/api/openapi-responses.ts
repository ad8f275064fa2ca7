import { AppError, type ErrorCode, type FieldIssue, statusOf } from "@/lib/errors";
import { messageFor } from "@/lib/i18n/api-messages";
import { publicUrl } from "@/lib/school/settings";
import type { Endpoint } from "./contract";

/** Every header that an answer may carry. */
export const responseHeaders = {
  "X-Request-Id": text(
    "Names this request in our logs; yours, if you sent a harmless one.",
    "01K7B3M4Q9V2X8Y6Z5W1T0R3SN",
  ),
  "RateLimit-Policy": text(
    "The limit that applies: its name, quota and window in seconds.",
    '"reads";q=1200;w=60',
  ),
  RateLimit: text("What is left of it, and the seconds until it begins anew.", '"reads";r=1199;t=60'),
  "Retry-After": text("Seconds to wait before the next attempt.", "30"),
  ETag: text("The version of this answer, for `If-None-Match`.", '"x1Zq3mB7Gd0pYw5rTn8cVk2LhJs"'),
  "Cache-Control": text(
    "`private, no-cache` for what may be kept and asked about again; else `no-store`.",
    "private, no-cache",
  ),
  Vary: text("The request headers that the answer depends on.", "Authorization, Accept-Encoding"),
  "Content-Language": text("The language of the message.", "en"),
  "Enrollment-Reference": text("The enrollment's reference, which the family sees too.", "K7M3XQ9A"),
  "Idempotency-Replayed": text(
    "`true` when this is the answer to an earlier request with the same key.",
    "true",
  ),
  "WWW-Authenticate": text("How to authenticate (RFC 6750).", 'Bearer realm="api"'),
};

function text(description: string, example: string) {
  return { description, schema: { type: "string" }, example };
}

const LIMITED = ["X-Request-Id", "RateLimit-Policy", "RateLimit"];

/** The answers of an endpoint by status, each error status with its codes and an example of each. */
export function responsesOf(endpoint: Endpoint, success: object) {
  const isPost = endpoint.method === "POST";
  const isCatalogue = !isPost && !endpoint.path.includes("{");
  const headers = isPost
    ? ["Enrollment-Reference", "Idempotency-Replayed", "Cache-Control"]
    : [...(isCatalogue ? ["ETag", "Vary"] : []), "Cache-Control"];
  return {
    [endpoint.status]: {
      description: isPost ? "Registered; the account-setup e-mails are on their way." : "What was asked for.",
      headers: refer([...LIMITED, ...headers]),
      content: { "application/json": { schema: success } },
    },
    ...(isCatalogue && {
      304: {
        description: "You have it already.",
        headers: refer([...LIMITED, "ETag", "Vary", "Cache-Control"]),
      },
    }),
    ...Object.fromEntries(
      Object.entries(codesByStatus(endpoint)).map(([status, codes]) => [status, refusal(codes)]),
    ),
  };
}

function codesByStatus(endpoint: Endpoint): Record<number, ErrorCode[]> {
  const byStatus: Record<number, ErrorCode[]> = {};
  for (const code of codesOf(endpoint)) {
    byStatus[statusOf[code]] = [...(byStatus[statusOf[code]] ?? []), code];
  }
  return byStatus;
}

/** What an endpoint can be refused with; the connection itself may add `bad_request`. */
function codesOf({ method, path, query }: Endpoint): ErrorCode[] {
  const always: ErrorCode[] = [
    "missing_api_key",
    "invalid_api_key",
    "insufficient_scope",
    "rate_limited",
    "invalid_json",
    "bad_request",
    "payload_too_large",
    "internal_error",
    "unavailable",
  ];
  if (path.includes("{")) return [...always, "not_found"];
  if (method === "GET")
    return [...always, ...(query ? (["ambiguous_parameter", "validation_failed"] as const) : [])];
  return [
    ...always,
    "unsupported_media_type",
    "invalid_idempotency_key",
    "idempotency_in_progress",
    "idempotency_key_reused",
    "duplicate",
    "validation_failed",
  ];
}

function refusal(codes: ErrorCode[]) {
  const status = statusOf[codes[0] as ErrorCode];
  const limited = status === 401 ? ["X-Request-Id", "WWW-Authenticate"] : LIMITED;
  const again = status === 429 || status === 503 || status === 409 ? ["Retry-After"] : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${messageFor("en", exampleOf(code))}`).join("\n\n"),
    headers: refer([...limited, ...again, "Content-Language", "Cache-Control"]),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleBody(exampleOf(code)) }])),
      },
    },
  };
}

const refer = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function exampleOf(code: ErrorCode): AppError {
  const issues: Partial<Record<ErrorCode, FieldIssue[]>> = {
    validation_failed: [{ field: "school_year_id", code: "school_year_unavailable" }],
    duplicate: [{ field: "student_email", code: "email_taken" }],
  };
  return new AppError(code, issues[code]);
}

function exampleBody(error: AppError) {
  const errors = error.issues.map((issue) => ({ ...issue, message: messageFor("en", error, issue) }));
  return {
    status: "error",
    error: {
      code: error.code,
      message: messageFor("en", error),
      request_id: "01K7B3M4Q9V2X8Y6Z5W1T0R3SN",
      doc_url: `${publicUrl()}/docs/errors#${error.code}`,
      ...(errors.length > 0 && { errors }),
    },
  };
}

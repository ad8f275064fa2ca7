import { type FieldLimits, getErrorMessage, negotiateLocale } from "@/lib/i18n/api-messages";
import { getDocsPath } from "@/lib/i18n/locales";
import { isHttps } from "@/lib/platform/env";
import { AppError, isDatabaseUnavailable, isOutcomeUnknown } from "@/lib/platform/errors";
import type { Representation } from "@/lib/platform/representation";
import { type MaybePromise, thenSync } from "@/lib/platform/when-ready";
import { getPublicUrl } from "@/lib/school/settings";
import type { ApiRequest, ApiResponse, HeaderList } from "./request";

/** What a handler answers with when it is not a catalogue's ready representation. */
export type ApiResult = {
  data: unknown;
  /** Where the page after this one begins. */
  next?: string | null;
  headers?: Record<string, string>;
};

const commonHeaders: HeaderList = [
  ...["Content-Type", "application/json; charset=utf-8"],
  ...["X-Content-Type-Options", "nosniff"],
  ...["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
  ...["Referrer-Policy", "no-referrer"],
  ...["Cross-Origin-Resource-Policy", "same-origin"],
  ...(isHttps() ? ["Strict-Transport-Security", "max-age=31536000"] : []),
];

const noStoreHeaders: HeaderList = [...commonHeaders, "Cache-Control", "no-store"];

/** For everybody, from any origin: the document is read by tools that run in a browser. */
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

/** An answer with a body made now; never stored by anybody. */
export function createJsonResponse(
  { data, next, headers }: ApiResult,
  status: number,
  extra: HeaderList,
): ApiResponse {
  const body = Buffer.from(JSON.stringify({ status: "success", data, next }));
  const own = Object.entries(headers ?? {}).flat();
  return { status, headers: [...noStoreHeaders, ...own, ...lengthOf(body), ...extra], body };
}

/** Bytes as they stand, or 304 when the caller has them (RFC 9110, section 13.1.2). */
export function createRepresentationResponse(
  representation: Representation,
  request: ApiRequest,
  extra: HeaderList,
): MaybePromise<ApiResponse> {
  const coding = representation.chooseCoding(request.header("accept-encoding"));
  const head = representation.isPublic ? documentHeaders : catalogueHeaders;
  const headers = [...head, "ETag", representation.tagOf(coding), ...extra];
  if (representation.isMatched(request.header("if-none-match"))) return { status: 304, headers, body: null };

  if (coding) headers.push("Content-Encoding", coding);
  return thenSync(coding ? representation.encoded(coding) : representation.body, (body) => {
    headers.push(...lengthOf(body));
    return { status: 200, headers, body };
  });
}

/** Every refusal and failure as the one error shape, in the language asked for; `error` itself is never shown. */
export function createErrorResponse(
  error: unknown,
  acceptLanguage: string | undefined,
  requestId: string,
  extra: HeaderList,
  limitsOf: (field: string) => FieldLimits | undefined = () => undefined,
): ApiResponse {
  const known = toAppError(error);
  const locale = negotiateLocale(acceptLanguage) ?? "en";
  const shape = {
    status: "error",
    error: {
      code: known.code,
      message: getErrorMessage(locale, known),
      request_id: requestId,
      doc_url: `${getPublicUrl()}${getDocsPath(locale)}/errors#${known.code}`,
      ...known.transition,
      ...(known.issues.length > 0 && {
        errors: known.issues.map((issue) => ({
          ...issue,
          message: getErrorMessage(locale, known, issue, limitsOf(issue.field)),
        })),
      }),
    },
  };
  const body = Buffer.from(JSON.stringify(shape));
  const headers = [
    ...noStoreHeaders,
    ...["Vary", "Accept-Language", "Content-Language", locale],
    ...lengthOf(body),
    ...known.headers,
    ...extra,
  ];
  return { status: known.status, headers, body };
}

const lengthOf = (body: Uint8Array): HeaderList => ["Content-Length", String(body.length)];

/** @param wrote whether something may have been written when it failed */
export function toAppError(error: unknown, wrote = false): AppError {
  if (error instanceof AppError) return error;
  const head = ["Retry-After", "5"];
  if (wrote && isOutcomeUnknown(error)) return new AppError("outcome_unknown", [], head);
  if (isDatabaseUnavailable(error)) return new AppError("unavailable", [], head);
  return new AppError("internal_error");
}

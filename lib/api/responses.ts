import Negotiator from "negotiator";
import type { Created } from "@/lib/enrollment/create-enrollment";
import { AppError, isDatabaseAway } from "@/lib/errors";
import { messageFor, negotiateLocale } from "@/lib/i18n/api-messages";
import type { Representation } from "@/lib/representation";
import { publicUrl } from "@/lib/school/settings";

/** What a handler answers with when it is not a catalogue's ready representation. */
export type Answer = { data: unknown; headers?: Record<string, string> };

/** Section 4.3, 4.4: the 201 of an enrollment, with the reference that the family sees too. */
export function created({ reference, replayed }: Created): Answer {
  return {
    data: "Enrollment created successfully.",
    headers: { "Enrollment-Reference": reference, ...(replayed && { "Idempotency-Replayed": "true" }) },
  };
}

const always = {
  "Content-Type": "application/json; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

type Head = Record<string, string>;

/** An answer with a body made now; never stored by anybody. */
export function answerResponse({ data, headers }: Answer, status: number, extra: Head): Response {
  const body = JSON.stringify({ status: "success", data });
  return new Response(body, {
    status,
    headers: { ...always, "Cache-Control": "no-store", ...headers, ...extra },
  });
}

/** A catalogue's bytes as they stand, or 304 when the caller has them (RFC 9110, section 13.1.2). */
export function representationResponse(
  representation: Representation,
  request: Request,
  extra: Head,
): Response | Promise<Response> {
  const coding = codingFor(request, representation);
  const etag = coding ? representation.etag.replace(/"$/, `-${coding}"`) : representation.etag;
  const headers: Head = {
    ...always,
    "Cache-Control": "private, no-cache",
    Vary: "Authorization, Accept-Encoding",
    ETag: etag,
    ...extra,
  };
  const match = request.headers.get("if-none-match");
  if (match && matches(match, representation.etag)) return new Response(null, { status: 304, headers });
  if (!coding) return new Response(representation.body as unknown as BodyInit, { status: 200, headers });

  headers["Content-Encoding"] = coding;
  return representation
    .encoded(coding)
    .then((body) => new Response(body as unknown as BodyInit, { status: 200, headers }));
}

/** Every refusal and failure as the one error shape; `error` itself is never shown. */
export function errorResponse(error: unknown, request: Request, requestId: string, extra: Head): Response {
  const known = asAppError(error);
  const locale = negotiateLocale(request.headers.get("accept-language")) ?? "en";
  const body = {
    status: "error",
    error: {
      code: known.code,
      message: messageFor(locale, known),
      request_id: requestId,
      doc_url: `${publicUrl()}/docs/errors#${known.code}`,
      ...(known.issues.length > 0 && {
        errors: known.issues.map((issue) => ({ ...issue, message: messageFor(locale, known, issue) })),
      }),
    },
  };
  const headers = {
    ...always,
    "Cache-Control": "no-store",
    Vary: "Accept-Language",
    "Content-Language": locale,
  };
  return new Response(JSON.stringify(body), {
    status: known.status,
    headers: { ...headers, ...known.headers, ...extra },
  });
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) return new AppError("unavailable", [], { "Retry-After": "5" });
  return new AppError("internal_error");
}

const WORTH_COMPRESSING = 1024;

function codingFor(request: Request, { body }: Representation): "br" | "gzip" | undefined {
  const accepted = request.headers.get("accept-encoding");
  if (!accepted || body.length < WORTH_COMPRESSING) return;
  const codings = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings(["br", "gzip"]);
  return (["br", "gzip"] as const).find((coding) => codings.includes(coding));
}

/** Weak comparison; a coding's suffix is not part of what the caller knows. */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/-(?:br|gzip)"$/, '"') === etag);
}

import { type NextRequest, NextResponse } from "next/server";
import createMiddleware from "next-intl/middleware";
import { routing } from "@/lib/i18n/routing";

const localize = createMiddleware(routing);

/** Pages only: the language from the path, and a content security policy with a nonce of its own. */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  request.headers.set("x-nonce", nonce);
  request.headers.set("x-pathname", request.nextUrl.pathname);
  request.headers.set("content-security-policy", policy);
  const response = isOutsideLocales(request.nextUrl.pathname)
    ? NextResponse.next({ request: { headers: request.headers } })
    : localize(request);
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Pages for integrators speak English only. */
const isOutsideLocales = (pathname: string) => /^\/docs(\/|$)/.test(pathname);

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export const config = {
  matcher: ["/((?!api(?:/|$)|_next/|.*\\.[\\w]+$).*)"],
};

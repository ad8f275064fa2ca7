import { randomInt, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isDeskPath, type Locale, splitPath, toLocalizedPath } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { pagesShed } from "@/lib/platform/metrics";
import { formatSetCookie } from "@/lib/platform/page-request";
import { escapeHtml } from "@/lib/platform/text";
import { createTones, DEFAULT_COLOR, type Tones } from "@/lib/school/color-tones";
import { renderProductLogo } from "@/lib/school/product-logo";
import type { SchoolContact } from "@/lib/school/queries";
import { removeCookieCheck } from "./cookie-check";
import { isScripted, isStaticFile } from "./next-internals";
import { getPathname, hasBody } from "./request";

/** In seconds; random between these two, so that retries spread out. */
const RETRY_SECONDS = [3, 6] as const;

/** All fields except the locale are HTML; `script` runs at the end of the page. */
type PlainPage = {
  locale: Locale;
  title: string;
  main: string;
  script?: string;
  school?: { name: string; address: string; email: string };
};

/** It loads nothing, because nothing else may be available. */
function renderPlainPage({ locale, title, main, script, school }: PlainPage) {
  const nonce = randomUUID();
  const html = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}${school ? ` – ${school.name}` : ""}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${school ? `<header><a href="${getHomePath(locale)}">${LOGO_SVG}<span>${school.name}</span></a></header>\n` : ""}<main>
${EMPTY_STATE_SVG}
<h1>${title}</h1>
${main}
</main>
${school ? `<footer><address><span>${school.name}</span><span>${school.address}</span><a href="mailto:${school.email}">${school.email}</a></address></footer>\n` : ""}${script ? `<script nonce="${nonce}">${script}</script>\n` : ""}</body>
</html>
`;
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": locale,
    "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
  return { html, headers };
}

/** Two leading slashes would lead to another site. */
const toSafeHref = (url = "/") => escapeHtml(url.replace(/^[/\\]+/, "/"));

/** The texts are `refusals` in the messages. */
type PageError = keyof typeof STATUS;

/** Next's tools of development post to addresses of their own. */
export const getPageMethods = (url = "") =>
  `GET, HEAD${isStaticFile(url) && process.env.NODE_ENV !== "development" ? "" : ", POST"}, OPTIONS`;

const LOGO_SVG = renderProductLogo({ ground: "var(--accent)", ink: "var(--on-accent)" }).replace(
  "<svg",
  '<svg aria-hidden="true"',
);

/** The drawing of components/ui/empty-state.tsx. */
const EMPTY_STATE_SVG = `<svg class="nothing" viewBox="0 0 112 64" aria-hidden="true"><path d="M4 12h104M4 22h104M4 32h104M4 42h104M4 52h104" opacity=".6"/><path d="M63.4 34V10" stroke-width="2.4"/><ellipse cx="56" cy="37" rx="8" ry="5.8" stroke-width="2.4" transform="rotate(-22 56 37)"/></svg>`;

const { light, dark } = createTones(DEFAULT_COLOR);

const tokens = (tones: Tones) =>
  (["paper", "surface", "ink", "muted", "hairline", "accent", "on-accent", "soft"] as const)
    .map((token) => `--${token}: ${tones[token]}`)
    .join("; ");

const STYLE = `
:root { color-scheme: light dark; ${tokens(light)} }
@media (prefers-color-scheme: dark) { :root { ${tokens(dark)} } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 Figtree, system-ui, sans-serif; overflow-wrap: break-word }
a { color: var(--accent) }
header { background: var(--surface); border-bottom: 1px solid var(--hairline) }
header a, footer address { display: flex; width: min(100% - 2.5rem, 70rem); margin: 0 auto }
header a { align-items: center; gap: .65rem; min-height: 4.25rem; color: inherit; font-weight: 700; line-height: 1.2; text-decoration: none }
header svg { width: 2.25rem; flex: none }
main { width: min(100% - 2.5rem, 36rem); margin: 0 auto; padding: 3rem 0 4.5rem; text-align: center; text-wrap: balance }
.nothing { width: 7rem; color: var(--soft); fill: none; stroke: currentColor; stroke-linecap: round }
footer address { flex-direction: column; align-items: start; padding: 2rem 0; border-top: 1px solid var(--hairline);
  color: var(--muted); font-size: 1rem; font-style: normal }
footer a { line-height: 2.75rem }
h1 { font-size: clamp(1.875rem, 1.55rem + 1.5vw, 2.625rem); line-height: 1.1; letter-spacing: -.022em; margin: .5rem 0 1.25rem }
p { margin: 0 0 1rem }
button, .button { display: inline-block; margin-top: .5rem; padding: .875rem 1.5rem; border: 1.5px solid transparent;
  border-radius: .625rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600;
  line-height: 1.25; text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;

const STATUS = {
  cookies: 400,
  malformed: 400,
  encoded: 415,
  foreign: 403,
  mailbox: 403,
  method: 405,
  renewed: 409,
  sandbox: 403,
  tooLarge: 413,
  fileNotAllowed: 403,
  unknown: 404,
} as const;

/** After more, the connection is closed. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

export function sendErrorPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  refusal: PageError,
  school?: SchoolContact,
) {
  const { html, headers } = renderErrorPage(incoming.url, refusal, school);
  const body = Buffer.from(html);
  outgoing.writeHead(STATUS[refusal], {
    ...headers,
    "Content-Length": body.length,
    ...(refusal === "method" && { Allow: getPageMethods(incoming.url) }),
    ...(refusal === "encoded" && { "Accept-Encoding": "identity" }),
    ...(refusal === "sandbox" && { "Set-Cookie": formatSetCookie("matricula_sandbox", "", 0) }),
    ...(hasBody(incoming) && !incoming.complete && { Connection: "close" }),
  });
  if (incoming.method === "HEAD" || incoming.complete || !hasBody(incoming)) return outgoing.end(body);

  // Closing at once would reset the connection before the client has read the answer.
  outgoing.write(body);
  let drained = 0;
  const end = () => outgoing.end();
  incoming.on("data", ({ length }: Buffer) => {
    drained += length;
    if (drained > MAX_DRAINED_BYTES) end();
  });
  incoming.once("end", end).once("close", end);
}

const getHomePath = (locale: Locale) => toLocalizedPath(locale, "/");

function renderErrorPage(url: string | undefined, refusal: PageError, school: SchoolContact | undefined) {
  const { locale, path } = splitPath(getPathname(url));
  const t = getTranslator(locale, "refusals");
  const [href, label] =
    refusal === "renewed" || refusal === "cookies"
      ? [toSafeHref(removeCookieCheck(url ?? "/")), t(`${refusal}.open`)]
      : isDeskPath(path)
        ? [toLocalizedPath(locale, "/desk"), t("desk")]
        : [getHomePath(locale), t("home")];
  return renderPlainPage({
    locale,
    ...(school && {
      school: {
        name: escapeHtml(school.name),
        address: escapeHtml(school.address),
        email: escapeHtml(school.email),
      },
    }),
    title: t(`${refusal}.title`),
    main: `<p>${t(`${refusal}.text`)}</p>${
      school && refusal === "cookies"
        ? `
<p>${t("cookies.call", { phone: escapeHtml(school.phone) })}</p>`
        : ""
    }
<p><a class="button" href="${href}">${label}</a></p>`,
  });
}

/** Answers 503 with a page that repeats the request, with its form. Scripts get a short text instead. */
export function sendRetryPage(incoming: IncomingMessage, outgoing: ServerResponse, form?: FormData) {
  if (outgoing.closed) return; // the client closed the connection
  const { method, headers, url = "/" } = incoming;
  pagesShed.inc();
  const seconds = randomInt(RETRY_SECONDS[0], RETRY_SECONDS[1] + 1);
  const { locale } = splitPath(getPathname(url));
  const isScript = isScripted(headers);
  const fields = method === "POST" && !isScript ? getTextFields(form) : undefined;
  const { html, headers: pageHeaders } = renderRetryPage({ url, locale, seconds, fields });
  const body = Buffer.from(isScript ? `busy ${seconds}` : html);
  outgoing.writeHead(503, {
    ...pageHeaders,
    ...(isScript && { "Content-Type": "text/plain" }), // Next's script reads exactly this type
    "Content-Length": body.length,
    "Retry-After": seconds,
  });
  outgoing.end(method === "HEAD" ? undefined : body);
}

type Field = [name: string, value: string];

/** Files cannot be put into a page. */
const getTextFields = (form?: FormData) =>
  [...(form ?? [])].filter((field): field is Field => typeof field[1] === "string");

type RetryRequest = { url: string; locale: Locale; seconds: number; fields: Field[] | undefined };

function renderRetryPage({ url, locale, seconds, fields }: RetryRequest) {
  const t = getTranslator(locale, "refusals.busy");
  const href = toSafeHref(url);
  const [control, retryScript] = fields
    ? [
        `<form method="post" action="${href}" enctype="multipart/form-data">
${fields.map(renderHiddenInput).join("\n")}
<button type="submit">${t("send")}</button>
</form>`,
        "document.forms[0].requestSubmit()",
      ]
    : [
        `<p><a class="button" href="${href}">${t("open")}</a></p>`,
        'location.replace(document.querySelector("a").href)',
      ];
  return renderPlainPage({
    locale,
    title: t("title"),
    main: `<p>${t("text")}${fields ? ` ${t("kept")}` : ""}</p>
<p id="alone" hidden>${t(fields ? "sends" : "opens", { seconds })}</p>
${control}`,
    script: `
const timer = setTimeout(() => ${retryScript}, ${seconds * 1_000});
addEventListener("submit", () => clearTimeout(timer));
document.getElementById("alone").hidden = false;
`,
  });
}

const renderHiddenInput = ([name, value]: Field) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

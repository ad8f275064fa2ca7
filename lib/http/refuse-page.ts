import type { IncomingMessage, ServerResponse } from "node:http";
import { createTranslator } from "use-intl/core";
import { splitPath } from "@/lib/i18n/paths";
import { refusalWords } from "@/lib/i18n/refusal-words";
import { hasBody } from "./page-body";
import { pathnameOf } from "./page-headers";
import { leaveSandbox } from "./sandbox-browser";

/** Why a page is refused before Next sees the request; the words are `refusals` of the messages. */
export type PageRefusal = "malformed" | "foreign" | "mailbox" | "method" | "sandbox" | "tooLarge";

export const PAGE_METHODS = "GET, HEAD, POST, OPTIONS";

const STATUS = {
  malformed: 400,
  foreign: 403,
  mailbox: 403,
  method: 405,
  sandbox: 403,
  tooLarge: 413,
} as const;

/** What is still sent after a refusal is thrown away up to here; then the line is cut. */
const DRAINED = 16 * 1024 * 1024;

/** Answers with a small page in the address's language. */
export function refusePage(incoming: IncomingMessage, outgoing: ServerResponse, refusal: PageRefusal) {
  const { locale } = splitPath(pathnameOf(incoming.url));
  const body = Buffer.from(page(locale, refusal));
  outgoing.writeHead(STATUS[refusal], {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": body.length,
    "Content-Language": locale,
    "Content-Security-Policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    ...(refusal === "method" && { Allow: PAGE_METHODS }),
    ...(refusal === "sandbox" && { "Set-Cookie": leaveSandbox() }),
    ...(hasBody(incoming) && !incoming.complete && { Connection: "close" }),
  });
  if (incoming.method === "HEAD" || incoming.complete || !hasBody(incoming)) return outgoing.end(body);

  // To close at once would reset the line under an answer that the sender has not read yet.
  outgoing.write(body);
  let drained = 0;
  const end = () => outgoing.end();
  incoming.on("data", ({ length }: Buffer) => {
    drained += length;
    if (drained > DRAINED) end();
  });
  incoming.once("end", end).once("close", end);
}

function page(locale: keyof typeof refusalWords, refusal: PageRefusal): string {
  const t = createTranslator({ locale, messages: refusalWords[locale] });
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${t(`${refusal}.title`)}</title>
</head>
<body>
<main>
<h1>${t(`${refusal}.title`)}</h1>
<p>${t(`${refusal}.text`)}</p>
<p><a href="${locale === "es" ? "/" : `/${locale}`}">${t("home")}</a></p>
</main>
</body>
</html>
`;
}

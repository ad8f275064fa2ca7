import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Locale } from "@/lib/i18n/locales";
import { splitPath } from "@/lib/i18n/paths";
import { getTranslator } from "@/lib/i18n/translator";
import { escapeHtml } from "@/lib/platform/html";
import { pagesShed } from "@/lib/platform/metrics";
import { toRetryUrl } from "./come-back";
import { isScripted } from "./next-insides";
import { isNewVisitor } from "./page-gate";
import { getPathname } from "./page-headers";
import { toSafeHref, renderPlainPage } from "./small-page";

/** When to come back, in seconds: between these two, so that not all come back at once. */
const RETRY_SECONDS = [3, 6] as const;

/** Newcomers leave the pages to those who have begun, and lose nothing. */
const RETRY_SECONDS_NEW_VISITOR = [30, 60] as const;

/**
 * Tells who was not let in to come back: a page that does so by itself, with whatever was posted in it. A step's
 * script hears it in two words, and says it with its own.
 */
export function sendRetryPage(incoming: IncomingMessage, outgoing: ServerResponse, form?: FormData) {
  if (outgoing.closed) return; // who waited has gone
  const { method, headers, url = "/" } = incoming;
  const isNew = isNewVisitor(incoming);
  pagesShed.inc({ visitor: isNew ? "new" : "under_way" });
  const [soonest, latest] = isNew ? RETRY_SECONDS_NEW_VISITOR : RETRY_SECONDS;
  const seconds = randomInt(soonest, latest + 1);
  const { locale } = splitPath(getPathname(url));
  const script = isScripted(headers);
  const posted = method === "POST" && !script ? fieldsOf(form) : undefined;
  const { html, headers: ofPage } = page({ url: toRetryUrl(incoming), locale, seconds, posted });
  const body = Buffer.from(script ? `busy ${seconds}` : html);
  outgoing.writeHead(503, {
    ...ofPage,
    ...(script && { "Content-Type": "text/plain" }), // Next's script reads exactly this type
    "Content-Length": body.length,
    "Retry-After": seconds,
  });
  outgoing.end(method === "HEAD" ? undefined : body);
}

type Field = [name: string, value: string];

/** A file cannot be put into a page again. */
const fieldsOf = (form?: FormData) =>
  [...(form ?? [])].filter((field): field is Field => typeof field[1] === "string");

type RetryRequest = { url: string; locale: Locale; seconds: number; posted: Field[] | undefined };

/** Its script goes on by itself; without scripts there is the button. */
function page({ url, locale, seconds, posted }: RetryRequest) {
  const t = getTranslator(locale, "refusals.busy");
  const here = toSafeHref(url);
  const [again, goOn] = posted
    ? [
        `<form method="post" action="${here}" enctype="multipart/form-data">
${posted.map(hidden).join("\n")}
<button type="submit">${t("send")}</button>
</form>`,
        "document.forms[0].requestSubmit()",
      ]
    : [
        `<p><a class="button" href="${here}">${t("open")}</a></p>`,
        'location.replace(document.querySelector("a").href)',
      ];
  return renderPlainPage({
    locale,
    title: t("title"),
    main: `<p>${t("text")}${posted ? ` ${t("kept")}` : ""}</p>
<p id="alone" hidden>${t(posted ? "sends" : "opens", { seconds })}</p>
${again}`,
    script: `
const timer = setTimeout(() => ${goOn}, ${seconds * 1_000});
addEventListener("submit", () => clearTimeout(timer));
document.getElementById("alone").hidden = false;
`,
  });
}

const hidden = ([name, value]: Field) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

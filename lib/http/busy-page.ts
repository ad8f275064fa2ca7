import { randomInt, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/i18n/locales";
import { splitPath } from "@/lib/i18n/paths";
import { refusalWords } from "@/lib/i18n/refusal-words";
import { pagesTurnedAway } from "@/lib/metrics";
import { isNewcomer } from "./page-gate";
import { pathnameOf } from "./page-headers";

/** When to come back, in seconds: between these two, so that not all come back at once. */
const SOON = [3, 6] as const;

/** Newcomers leave the pages to those who have begun, and lose nothing. */
const LATER = [30, 60] as const;

/**
 * Tells who was not let in to come back: a page that does so by itself, with whatever was posted in it. A step's
 * script hears it in two words, and says it with its own.
 */
export async function sendBack(incoming: IncomingMessage, outgoing: ServerResponse) {
  if (outgoing.closed) return; // who waited has gone
  const { method, headers, url = "/" } = incoming;
  const isNew = isNewcomer(incoming);
  pagesTurnedAway.inc({ visitor: isNew ? "new" : "under_way" });
  const [soonest, latest] = isNew ? LATER : SOON;
  const seconds = randomInt(soonest, latest + 1);
  const { locale } = splitPath(pathnameOf(url));
  const nonce = randomUUID();
  const script = headers["next-action"] !== undefined;
  const posted = method === "POST" && !script ? await postedIn(incoming) : undefined;
  const body = Buffer.from(script ? `busy ${seconds}` : page({ url, locale, seconds, posted, nonce }));
  outgoing.writeHead(503, {
    "Content-Type": script ? "text/plain" : "text/html; charset=utf-8", // Next's script reads exactly this type
    "Content-Length": body.length,
    "Content-Language": locale,
    "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Retry-After": seconds,
  });
  outgoing.end(method === "HEAD" ? undefined : body);
}

type Field = [name: string, value: string];

/** The fields of a form whose body has been taken; a file cannot be put into a page again. */
async function postedIn(incoming: IncomingMessage): Promise<Field[]> {
  const body = (incoming.read() ?? Buffer.alloc(0)) as Buffer<ArrayBuffer>;
  const type = incoming.headers["content-type"] ?? "";
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  return [...(form ?? [])].filter((field): field is Field => typeof field[1] === "string");
}

type Asked = { url: string; locale: Locale; seconds: number; posted: Field[] | undefined; nonce: string };

/** Its script goes on by itself; without scripts there is the button. */
function page({ url, locale, seconds, posted, nonce }: Asked): string {
  const t = createTranslator({ locale, messages: refusalWords[locale], namespace: "busy" });
  const here = escaped(url.replace(/^[/\\]+/, "/")); // with two of them it would be another site's
  const [again, goOn] = posted
    ? [
        `<form method="post" action="${here}" enctype="multipart/form-data">
${posted.map(hidden).join("\n")}
<button type="submit">${t("send")}</button>
</form>`,
        "document.forms[0].requestSubmit()",
      ]
    : [`<p><a class="button" href="${here}">${t("open")}</a></p>`, "location.reload()"];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${t("title")}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${t("title")}</h1>
<p>${t("text")}${posted ? ` ${t("kept")}` : ""}</p>
<p id="alone" hidden>${t(posted ? "sends" : "opens", { seconds })}</p>
${again}
</main>
<script nonce="${nonce}">
const timer = setTimeout(() => ${goOn}, ${seconds * 1_000});
addEventListener("submit", () => clearTimeout(timer));
document.getElementById("alone").hidden = false;
</script>
</body>
</html>
`;
}

const hidden = ([name, value]: Field) =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string);

/** The page stands alone: nothing that it would load is sure to come. */
const STYLE = `
:root { color-scheme: light dark; --paper: #fbf7f0; --ink: #26211c }
@media (prefers-color-scheme: dark) { :root { --paper: #171411; --ink: #f3ece2 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.125rem/1.55 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem }
h1 { font-family: Georgia, serif; font-size: 1.75rem; line-height: 1.25; margin: 0 0 1.25rem }
p { margin: 0 0 1rem }
button, .button { display: inline-block; margin-top: .5rem; padding: .75rem 1.5rem; border: 2px solid var(--ink);
  border-radius: .375rem; background: var(--ink); color: var(--paper); font: inherit; font-weight: 600;
  text-decoration: none; cursor: pointer }
button:focus-visible, .button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
`;

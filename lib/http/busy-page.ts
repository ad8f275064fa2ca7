import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createTranslator } from "use-intl/core";
import type { Locale } from "@/lib/i18n/locales";
import { splitPath } from "@/lib/i18n/paths";
import { refusalWords } from "@/lib/i18n/refusal-words";
import { pagesTurnedAway } from "@/lib/metrics";
import { isNewcomer } from "./page-gate";
import { pathnameOf } from "./page-headers";
import { smallPage } from "./small-page";

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
  const script = headers["next-action"] !== undefined;
  const posted = method === "POST" && !script ? await postedIn(incoming) : undefined;
  const { html, headers: ofPage } = page({ url, locale, seconds, posted });
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

/** The fields of a form whose body has been taken; a file cannot be put into a page again. */
async function postedIn(incoming: IncomingMessage): Promise<Field[]> {
  const body = (incoming.read() ?? Buffer.alloc(0)) as Buffer<ArrayBuffer>;
  const type = incoming.headers["content-type"] ?? "";
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);
  return [...(form ?? [])].filter((field): field is Field => typeof field[1] === "string");
}

type Asked = { url: string; locale: Locale; seconds: number; posted: Field[] | undefined };

/** Its script goes on by itself; without scripts there is the button. */
function page({ url, locale, seconds, posted }: Asked) {
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
  return smallPage({
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
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`;

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] as string);

import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Locale, splitPath } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { escapeHtml } from "@/lib/platform/html";
import { pagesShed, pagesWaiting } from "@/lib/platform/metrics";
import { renderPlainPage, toSafeHref } from "./error-page";
import { getPagePass, isScripted, PAGE_PASS_HEADER } from "./next-internals";
import { getPathname } from "./request";

export type LoadLimits = {
  /** Pages that are made at once: more would not be ready sooner, and each holds some megabytes. */
  maxConcurrent: number;
  /** How many wait for that; more are told to come back at once. */
  maxWaiting: number;
  /** How long one waits before it is told to come back. */
  maxWaitMs: number;
};

const LIMITS: LoadLimits = { maxConcurrent: 8, maxWaiting: 96, maxWaitMs: 2_000 };

/** The wait for what a script posts whose page could not send it again by itself. */
const MAX_WAIT_WITHOUT_RETRY_MS = 10_000;

/** A slow reader, or a slow database, keeps nobody out longer than this. */
const MAX_RENDER_MS = 10_000;

/** Counts the requests that are with Next; beyond so many they wait in line, and then are told to come back. */
export class LoadShedder {
  readonly #limits: LoadLimits;
  readonly #line: ((isAdmitted: boolean) => void)[] = [];
  #rendering = 0;

  constructor(limits: Partial<LoadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** @returns whether the request may go on; it counts until its answer is made */
  async enter(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { headers } = incoming;
    if (headers[PAGE_PASS_HEADER] === getPagePass()) return true; // the one that asks for it is inside
    headers[PAGE_PASS_HEADER] = getPagePass();
    if (this.#rendering < this.#limits.maxConcurrent) this.#rendering++;
    else if (!(await this.#wait(incoming, outgoing))) return false;

    const leave = () => {
      clearTimeout(timer);
      outgoing.off("prefinish", leave).off("close", leave);
      const admitNext = this.#line[0];
      if (admitNext) admitNext(true);
      else this.#rendering--;
    };
    const timer = setTimeout(leave, MAX_RENDER_MS).unref();
    outgoing.once("prefinish", leave).once("close", leave);
    return true;
  }

  async #wait(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (this.#line.length >= maxWaiting) return false;
    return new Promise((resolve) => {
      const end = (isAdmitted: boolean) => {
        this.#line.splice(this.#line.indexOf(end), 1);
        pagesWaiting.dec();
        clearTimeout(timer);
        outgoing.off("close", giveUp);
        resolve(isAdmitted);
      };
      const giveUp = () => end(false);
      const timer = setTimeout(giveUp, canRetry(incoming) ? maxWaitMs : MAX_WAIT_WITHOUT_RETRY_MS);
      outgoing.once("close", giveUp);
      this.#line.push(end);
      pagesWaiting.inc();
    });
  }
}

/** When to come back, in seconds: between these two, so that not all come back at once. */
const RETRY_SECONDS = [3, 6] as const;

/**
 * Tells who was not let in to come back: a page that does so by itself, with whatever was posted in it. A step's
 * script hears it in two words, and says it with its own.
 */
export function sendRetryPage(incoming: IncomingMessage, outgoing: ServerResponse, form?: FormData) {
  if (outgoing.closed) return; // who waited has gone
  const { method, headers, url = "/" } = incoming;
  pagesShed.inc();
  const seconds = randomInt(RETRY_SECONDS[0], RETRY_SECONDS[1] + 1);
  const { locale } = splitPath(getPathname(url));
  const script = isScripted(headers);
  const posted = method === "POST" && !script ? fieldsOf(form) : undefined;
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

/**
 * A browser's own posts and visits can be sent again from the page that is shown instead; so can the script of a
 * step, which the form's three other pages are not.
 */
const canRetry = ({ headers, url = "" }: IncomingMessage) =>
  !isScripted(headers) || /^\/(?:ca\/|en\/)?enroll\/(?!children|delete|done)/.test(url);

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

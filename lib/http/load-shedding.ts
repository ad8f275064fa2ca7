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
  /** More are not ready sooner, and each takes some megabytes. */
  maxConcurrent: number;
  /** Others get the retry page at once. */
  maxWaiting: number;
  maxWaitMs: number;
};

const LIMITS: LoadLimits = { maxConcurrent: 8, maxWaiting: 96, maxWaitMs: 2_000 };

const MAX_WAIT_WITHOUT_RETRY_MS = 10_000;

/** A slow client or database blocks a place no longer than this. */
const MAX_RENDER_MS = 10_000;

export class LoadShedder {
  readonly #limits: LoadLimits;
  readonly #queue: ((isAdmitted: boolean) => void)[] = [];
  #rendering = 0;

  constructor(limits: Partial<LoadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** @returns whether the request may continue; it counts until its response is finished */
  async enter(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { headers } = incoming;
    if (headers[PAGE_PASS_HEADER] === getPagePass()) return true; // its action is counted already
    headers[PAGE_PASS_HEADER] = getPagePass();
    if (this.#rendering < this.#limits.maxConcurrent) this.#rendering++;
    else if (!(await this.#wait(incoming, outgoing))) return false;

    const leave = () => {
      clearTimeout(timer);
      outgoing.off("prefinish", leave).off("close", leave);
      const admitNext = this.#queue[0];
      if (admitNext) admitNext(true);
      else this.#rendering--;
    };
    const timer = setTimeout(leave, MAX_RENDER_MS).unref();
    outgoing.once("prefinish", leave).once("close", leave);
    return true;
  }

  async #wait(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (this.#queue.length >= maxWaiting) return false;
    return new Promise((resolve) => {
      const end = (isAdmitted: boolean) => {
        this.#queue.splice(this.#queue.indexOf(end), 1);
        pagesWaiting.dec();
        clearTimeout(timer);
        outgoing.off("close", giveUp);
        resolve(isAdmitted);
      };
      const giveUp = () => end(false);
      const timer = setTimeout(giveUp, canRetry(incoming) ? maxWaitMs : MAX_WAIT_WITHOUT_RETRY_MS);
      outgoing.once("close", giveUp);
      this.#queue.push(end);
      pagesWaiting.inc();
    });
  }
}

/** In seconds; random between these two, so that retries spread out. */
const RETRY_SECONDS = [3, 6] as const;

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

/** Of the scripts, only those of the wizard's steps can repeat a post. */
const canRetry = ({ headers, url = "" }: IncomingMessage) =>
  !isScripted(headers) || /^\/(?:ca\/|en\/)?enroll\/(?!children|delete|done)/.test(url);

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

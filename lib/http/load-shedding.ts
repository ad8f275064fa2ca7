import { randomInt } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Locale, splitPath } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import { escapeHtml } from "@/lib/platform/html";
import { pagesShed, pagesWaiting } from "@/lib/platform/metrics";
import { hasActiveSession } from "@/lib/platform/page-request";
import { getPublicUrl } from "@/lib/school/settings";
import { renderPlainPage, toSafeHref } from "./error-page";
import { getPagePass, isScripted, PAGE_PASS_HEADER } from "./next-internals";
import { getPathname } from "./request";

const TIMES = /([?&])come-back=([1-9])(?:&|$)/;

/** The address as the page knows it. */
export const removeRetryCount = (url: string): string =>
  TIMES.test(url) ? url.replace(TIMES, "$1").replace(/[?&]$/, "") : url;

export type LoadLimits = {
  /** Pages that are made at once: more would not be ready sooner, and each holds some megabytes. */
  maxConcurrent: number;
  /** So many who are under way wait for that, and half as many newcomers. */
  waiting: number;
  /** So long one waits before it is told to come back. */
  maxWaitMs: number;
};

/**
 * How often this visit was told to come back. Its address says so: a cookie would be one more than families are told
 * of. Whoever makes it up is before newcomers, as whoever makes up a draft's cookie is.
 */
const getRetryCount = ({ url = "" }: IncomingMessage): number => Number(TIMES.exec(url)?.[2] ?? 0);

const BOUNDS: LoadLimits = { maxConcurrent: 8, waiting: 64, maxWaitMs: 2_000 };

/** So long waits what a script posts whose page could not send it again by itself. */
const LONG_PATIENCE_MS = 10_000;

/** Whoever reads an answer slower than this, or whose database is slow, keeps nobody out any longer. */
const LONGEST_MS = 10_000;

/** Each time that one was told to come back it waits so much longer, up to three times: a proxy waits for a minute. */
const LONGER_MS = 15_000;
const MAX_LONGER = 3;

type Waiting = { told: number; comesBack: boolean; turn: (letIn: boolean) => void };

/**
 * Counts the requests that are with Next; beyond so many they wait, who is under way before who has just come, and
 * of both who was told to come back before who was not. An overload becomes words to come back, not a wait without an
 * end.
 */
export class LoadShedder {
  readonly #bounds: LoadLimits;
  readonly #underWay: Waiting[] = [];
  readonly #new: Waiting[] = [];
  #inside = 0;

  constructor(bounds: Partial<LoadLimits> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  /** @returns whether the request may go on; it counts until its answer is made */
  async enter(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { headers } = incoming;
    if (headers[PAGE_PASS_HEADER] === getPagePass()) return true; // the one that asks for it is inside
    headers[PAGE_PASS_HEADER] = getPagePass();
    if (this.#inside < this.#bounds.maxConcurrent) this.#inside++;
    else if (!(await this.#wait(incoming, outgoing))) return false;

    const leave = () => {
      clearTimeout(longest);
      outgoing.off("prefinish", leave).off("close", leave);
      const next = this.#underWay[0] ?? this.#new[0];
      if (next) next.turn(true);
      else this.#inside--;
    };
    const longest = setTimeout(leave, LONGEST_MS).unref();
    outgoing.once("prefinish", leave).once("close", leave);
    return true;
  }

  async #wait(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { waiting, maxWaitMs } = this.#bounds;
    const isNew = isNewVisitor(incoming);
    const line = isNew ? this.#new : this.#underWay;
    const [told, comesBack] = [getRetryCount(incoming), canRetry(incoming)];
    if (line.length >= (isNew ? waiting / 2 : waiting)) {
      const last = line.findLast((other) => other.told < told && other.comesBack);
      if (!last) return false;
      last.turn(false);
    }
    return new Promise((resolve) => {
      const turn: Waiting["turn"] = (letIn) => {
        line.splice(line.indexOf(waits), 1);
        pagesWaiting.dec();
        clearTimeout(timer);
        outgoing.off("close", gone);
        resolve(letIn);
      };
      const waits = { told, comesBack, turn };
      const gone = () => turn(false);
      const longer = Math.min(told, MAX_LONGER) * LONGER_MS;
      const timer = setTimeout(gone, (comesBack ? maxWaitMs : LONG_PATIENCE_MS) + longer);
      outgoing.once("close", gone);
      const behind = line.findIndex((other) => other.told < told);
      line.splice(behind < 0 ? line.length : behind, 0, waits);
      pagesWaiting.inc();
    });
  }
}

const MOST = 9;

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

/** The address of a visit that is told once more. */
function toRetryUrl(incoming: IncomingMessage): string {
  const address = removeRetryCount(incoming.url ?? "/");
  const times = Math.min(MOST, getRetryCount(incoming) + 1);
  return `${address}${address.includes("?") ? "&" : "?"}come-back=${times}`;
}

/** Nothing of theirs would be lost, nor anything that they have typed. */
function isNewVisitor({ method, headers }: IncomingMessage): boolean {
  return method !== "POST" && !hasActiveSession(headers.cookie, getPublicUrl().startsWith("https:"));
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

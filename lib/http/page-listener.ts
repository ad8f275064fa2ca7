import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/platform/env";
import { recordResponse } from "@/lib/platform/health";
import { errorFields, logger, logJsonLine } from "@/lib/platform/logger";
import { requestDuration, toMethodLabel } from "@/lib/platform/metrics";
import { type PageResponse, withPageResponse } from "@/lib/platform/page-request";
import { type Trace, withSandbox } from "@/lib/platform/sandbox";
import { inTrace, receivedTrace } from "@/lib/platform/trace";
import { getSchoolContact } from "@/lib/school/queries";
import { POLICY } from "./content-policy";
import { checkCookies } from "./cookie-check";
import { PAGE_METHODS, type PageError, sendErrorPage } from "./error-page";
import { type LoadLimits, LoadShedder, sendRetryPage } from "./load-shedding";
import { findRoute, isScripted, isStaticFile, UNKNOWN_ACTION_HEADER } from "./next-internals";
import { PageCache } from "./page-cache";
import {
  checkMailboxAccess,
  getBrowserSandbox,
  hasBody,
  isCrossSitePost,
  isEncoded,
  isReadable,
  listAlternateLinks,
  preparePageHeaders,
  readFormBody,
  setAddressHeaders,
  setMailboxCookie,
} from "./request";

export type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Keeps what was typed on a page whose form nobody knows any more.
 * @returns the page that shows it, and the cookie that leads to it; undefined where nothing is kept
 */
export type SaveFormInput = (
  incoming: IncomingMessage,
  form: FormData,
) => Promise<{ location: string; cookie?: string } | undefined>;

export type PageListenerOptions = {
  saveFormInput?: SaveFormInput;
  /** How many bytes a request may have where files are sent; 0 for whoever may not send any. */
  getMaxBytes?: (incoming: IncomingMessage) => Promise<number | undefined>;
  /** How many pages are made at once, and who waits for that. */
  loadLimits?: Partial<LoadLimits>;
  /** Whether there is anything at an address; where it can be told, Next is not asked for what there is not. */
  isThere?: (url: string) => boolean;
  /** Whether pages that are the same for everybody are kept as bytes. */
  cachesPages?: boolean;
};

const RETRY_SECONDS = 5;

/**
 * What stands between a socket and Next: Next gets requests that it can answer, whole, and its answers
 * get the statuses and headers that it does not know of.
 *
 * @param pages Next's request handler
 */
export function createPageListener(
  pages: RequestListener,
  { saveFormInput, getMaxBytes, loadLimits: bounds, isThere, cachesPages }: PageListenerOptions = {},
): RequestListener {
  const loadLimits = new LoadShedder(bounds);
  const turn = createTurns();
  const cache = cachesPages ? new PageCache((...shared) => renderShared(pages, ...shared)) : undefined;
  return async (incoming, outgoing) => {
    const answer: PageResponse = { isScripted: isScripted(incoming.headers) };
    const isStatic = isStaticFile(incoming.url ?? "");
    const trace = isStatic ? undefined : receivedTrace(incoming.headers.traceparent);
    if (!isStatic) logPage(incoming, outgoing, answer, trace);
    if (env.APP_URL?.startsWith("https:")) outgoing.setHeader(...TRANSPORT_SECURITY);
    const refusal = findRequestError(incoming);
    if (refusal) return sendErrorPage(incoming, outgoing, refusal);
    const mailbox = checkMailboxAccess(incoming);
    if (mailbox === "closed") return sendErrorPage(incoming, outgoing, "mailbox");
    if (mailbox === "enters") return setMailboxCookie(incoming, outgoing);
    if (isThere && !isThere(incoming.url ?? ""))
      return sendErrorPage(incoming, outgoing, "unknown", await getSchoolContact());
    const cookies = checkCookies(incoming, outgoing);
    if (cookies === "refused") return sendErrorPage(incoming, outgoing, "cookies", await getSchoolContact());
    if (cookies) return;
    if (await cache?.answer(incoming, outgoing)) return;
    if (incoming.method === "OPTIONS") return outgoing.writeHead(204, { Allow: PAGE_METHODS }).end();

    const most = hasBody(incoming) ? await getMaxBytes?.(incoming) : undefined;
    const form = hasBody(incoming) ? await readFormBody(incoming, most || undefined) : undefined;
    if (form === "gone") return;
    if (form === "tooLarge" && most === 0) return sendErrorPage(incoming, outgoing, "fileNotAllowed");
    if (typeof form === "string") return sendErrorPage(incoming, outgoing, form);
    if (!isStatic && !(await loadLimits.enter(incoming, outgoing)))
      return sendRetryPage(incoming, outgoing, form);
    const sandbox = await getBrowserSandbox(incoming, outgoing);
    if (sandbox === "over") return sendErrorPage(incoming, outgoing, "sandbox");
    const here = <T>(work: () => T) => inTrace(trace, () => (sandbox ? withSandbox(sandbox, work) : work()));
    preparePageHeaders(incoming, outgoing);
    overrideStatus(incoming, outgoing, answer, isStatic);
    await turn();
    if (form)
      onUnknownAction(outgoing, () =>
        here(() => handleUnknownAction(incoming, outgoing, form, saveFormInput)),
      );
    here(() => withPageResponse(answer, () => pages(incoming, outgoing)));
  };
}

/** Renders a page for nobody in particular. */
function renderShared(pages: RequestListener, incoming: IncomingMessage, outgoing: ServerResponse) {
  const answer: PageResponse = {};
  setAddressHeaders(incoming, outgoing);
  overrideStatus(incoming, outgoing, answer, isStaticFile(incoming.url ?? ""));
  withPageResponse(answer, () => pages(incoming, outgoing));
}

/**
 * One line and one measurement for each page and form post when its answer has left: its route, never its address.
 *
 * @param trace what the request belongs to: who closes an answer may be somebody else's
 */
function logPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: PageResponse,
  trace: Trace | undefined,
) {
  const { method = "", url = "" } = incoming;
  const started = performance.now();
  const observe = () => {
    const milliseconds = performance.now() - started;
    const status = outgoing.headersSent ? (answer.sent ?? outgoing.statusCode) : 499; // who asked has gone
    const route = findRoute(url) ?? "unknown";
    requestDuration.observe({ route, method: toMethodLabel(method), status }, milliseconds / 1000);
    const ms = Math.round(milliseconds * 10) / 10;
    const members = `"method":"${method}","route":"${route}","status":${status},"ms":${ms}`;
    logJsonLine(members, "page");
    recordResponse(status, route, String(incoming.headers["x-forwarded-for"])); // who asks, by page-headers.ts
    if (status < 500 || answer.failure === undefined) return;
    logger.error({ method, route, status, ms, error: errorFields(answer.failure) }, "page failed");
  };
  outgoing.once("close", () => inTrace(trace, observe));
}

/**
 * Lets one page begin in each turn of the event loop: between two that came together the loop sees to other requests,
 * a monitor's among them.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise(setImmediate));
    return last;
  };
}

/** For a year; the school's other hosts are not ours to speak for. */
const TRANSPORT_SECURITY = ["Strict-Transport-Security", "max-age=31536000"] as const;

/** The first reason not to show the request to Next. */
function findRequestError(incoming: IncomingMessage): PageError | undefined {
  const { method, url = "" } = incoming;
  if (!isValidTarget(url) || !isReadable(incoming)) return "malformed";
  if (!PAGE_METHODS.split(", ").includes(method ?? "")) return "method";
  if (isCrossSitePost(incoming)) return "foreign";
  if (hasBody(incoming) && isEncoded(incoming)) return "encoded";
}

/**
 * The address of something as clients write it: absolute, of whole escaped characters, without NUL, and
 * without what Next would make another address of than the one that is judged here (`/x/../mailbox`).
 */
function isValidTarget(target: string): boolean {
  try {
    const path = decodeURIComponent(target.split("?", 1)[0] as string);
    return target.startsWith("/") && !/#|%00/.test(target) && !NO_PATH.test(path);
  } catch {
    return false; // a half-escaped character
  }
}

const NO_PATH = /\0|\/\.\.?(?:\/|$)/;

/** Next knows no other status than 200 for a page that renders, and 500 for a post that it cannot read. */
function overrideStatus(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: PageResponse,
  isStatic: boolean,
) {
  const writeHead = outgoing.writeHead.bind(outgoing) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  outgoing.writeHead = (given: number, ...rest: unknown[]) => {
    const unread = given === 500 && incoming.method === "POST" && answer.hasFailedInApp === false;
    const status = answer.status ?? (unread ? 400 : given);
    if (status === 503) outgoing.setHeader("Retry-After", RETRY_SECONDS);
    if (status === 200 && isPage(outgoing)) outgoing.appendHeader("Link", listAlternateLinks(incoming));
    // Before, it would keep a route handler from setting its own.
    if (!isStatic && !outgoing.hasHeader(POLICY)) outgoing.setHeader(POLICY, incoming.headers[POLICY] ?? "");
    answer.sent = status;
    return writeHead(status, ...rest);
  };
}

const isPage = (outgoing: ServerResponse) => /^text\/html/.test(String(outgoing.getHeader("content-type")));

/** Calls `answer` in the place of Next's own words to a form that it does not know; a script reads those itself. */
function onUnknownAction(outgoing: ServerResponse, answer: () => void) {
  const {
    req: { headers },
    writeHead,
    end,
  } = outgoing;
  if (isScripted(headers)) return;
  const isUnknown = () => outgoing.statusCode === 409 && outgoing.hasHeader(UNKNOWN_ACTION_HEADER); // 400: a form of nobody's
  outgoing.writeHead = ((...head: Parameters<typeof writeHead>) =>
    isUnknown() ? outgoing : writeHead.apply(outgoing, head)) as typeof writeHead;
  outgoing.end = ((...last: Parameters<typeof end>) => {
    if (!isUnknown()) return end.apply(outgoing, last);
    for (const name of [UNKNOWN_ACTION_HEADER, "Content-Type", "Content-Length", "ETag"])
      outgoing.removeHeader(name);
    Object.assign(outgoing, { writeHead, end }); // without what Next has wrapped them in, which has come to its end
    answer();
    return outgoing;
  }) as typeof end;
}

/** Shows the page as it is by now, with what was typed where that can be kept. */
async function handleUnknownAction(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  form: FormData,
  saveFormInput?: SaveFormInput,
) {
  const kept = await saveFormInput?.(incoming, form).catch((error: unknown) => {
    logger.warn({ error: errorFields(error) }, "what was typed on a page of another build not kept");
  });
  if (!kept) return sendErrorPage(incoming, outgoing, "renewed");
  const { location, cookie } = kept;
  outgoing.writeHead(303, { Location: location, ...(cookie && { "Set-Cookie": cookie }) }).end();
}

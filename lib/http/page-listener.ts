import type { IncomingMessage, ServerResponse } from "node:http";
import { isHttps } from "@/lib/platform/env";
import { recordResponse } from "@/lib/platform/health";
import { errorFields, logger, logJsonLine } from "@/lib/platform/logger";
import { requestDuration, toMethodLabel } from "@/lib/platform/metrics";
import { type PageResponse, withPageResponse } from "@/lib/platform/page-request";
import { type Trace, withSandbox } from "@/lib/platform/sandbox";
import { inTrace, receivedTrace } from "@/lib/platform/trace";
import { getSchoolContact } from "@/lib/school/queries";
import { POLICY } from "./content-policy";
import { checkCookies } from "./cookie-check";
import { getPageMethods, type PageError, sendErrorPage } from "./error-page";
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
 * Saves the input of a form whose action is from another build.
 * @returns the page with that input and its cookie; undefined when nothing is saved
 */
type SaveFormInput = (
  incoming: IncomingMessage,
  form: FormData,
) => Promise<{ location: string; cookie?: string } | undefined>;

export type PageListenerOptions = {
  saveFormInput?: SaveFormInput;
  /** Maximum bytes of a request that sends files; 0 where the visitor may not send any. */
  getMaxBytes?: (incoming: IncomingMessage) => Promise<number | undefined>;
  loadLimits?: Partial<LoadLimits>;
  /** Whether the address exists; where this is given, Next is not asked for unknown addresses. */
  isThere?: (url: string) => boolean;
  cachesPages?: boolean;
};

const RETRY_SECONDS = 5;

/**
 * Prepares requests for Next and completes its answers: passes only valid, complete requests, and sets statuses and
 * headers that Next does not know.
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
    if (isHttps()) outgoing.setHeader(...TRANSPORT_SECURITY);
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
    if (incoming.method === "OPTIONS")
      return outgoing.writeHead(204, { Allow: getPageMethods(incoming.url) }).end();

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

function renderShared(pages: RequestListener, incoming: IncomingMessage, outgoing: ServerResponse) {
  const answer: PageResponse = {};
  setAddressHeaders(incoming, outgoing);
  overrideStatus(incoming, outgoing, answer, isStaticFile(incoming.url ?? ""));
  withPageResponse(answer, () => pages(incoming, outgoing));
}

/**
 * Logs and measures each page and form post once its answer is sent: the route, never the address.
 * @param trace the request's; another context may close the answer
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
    const status = outgoing.headersSent ? (answer.sentStatus ?? outgoing.statusCode) : 499; // who asked has gone
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
 * Starts one page per turn of the event loop, so that other requests, such as health checks, are handled in between.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise(setImmediate));
    return last;
  };
}

/** One year. No `includeSubDomains`: the school's other hosts are not ours. */
const TRANSPORT_SECURITY = ["Strict-Transport-Security", "max-age=31536000"] as const;

function findRequestError(incoming: IncomingMessage): PageError | undefined {
  const { method, url = "" } = incoming;
  if (!isValidTarget(url) || !isReadable(incoming)) return "malformed";
  if (
    !getPageMethods(url)
      .split(", ")
      .includes(method ?? "")
  )
    return "method";
  if (isCrossSitePost(incoming)) return "foreign";
  if (hasBody(incoming) && isEncoded(incoming)) return "encoded";
}

/**
 * Whether a link target is absolute, completely escaped, without NUL, and without parts that Next would resolve to
 * another address (`/x/../mailbox`).
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

/** Next answers 200 for every rendered page, and 500 for a post that it cannot parse. */
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
    // Set late: before, it would keep a route handler from setting its own.
    if (!isStatic && !outgoing.hasHeader(POLICY)) outgoing.setHeader(POLICY, incoming.headers[POLICY] ?? "");
    answer.sentStatus = status;
    return writeHead(status, ...rest);
  };
}

const isPage = (outgoing: ServerResponse) => /^text\/html/.test(String(outgoing.getHeader("content-type")));

/** Calls `answer` instead of Next's answer to a form with an unknown action; scripts handle that answer themselves. */
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

/** Shows the current page, with the input where it can be saved. */
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

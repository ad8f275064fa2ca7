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

/** Saves the input of a form whose action is from another build; undefined when nothing is saved. */
type SaveFormInput = (
  incoming: IncomingMessage,
  form: FormData,
) => Promise<{ location: string; cookie?: string } | undefined>;

export type PageListenerOptions = {
  saveFormInput?: SaveFormInput;
  /** 0 where the visitor may not send files. */
  getMaxBytes?: (incoming: IncomingMessage) => Promise<number | undefined>;
  loadLimits?: Partial<LoadLimits>;
  /** Without it, Next answers unknown addresses. */
  isKnownPath?: (url: string) => boolean;
  cachePages?: boolean;
};

const RETRY_SECONDS = 5;

/** Passes only valid, complete requests to Next, and sets the statuses and headers that Next does not know. */
export function createPageListener(
  pages: RequestListener,
  { saveFormInput, getMaxBytes, loadLimits, isKnownPath, cachePages }: PageListenerOptions = {},
): RequestListener {
  const loadShedder = new LoadShedder(loadLimits);
  const waitForTurn = createTurns();
  const cache = cachePages ? new PageCache((...args) => renderShared(pages, ...args)) : undefined;
  return async (incoming, outgoing) => {
    const response: PageResponse = { isScripted: isScripted(incoming.headers) };
    const isStatic = isStaticFile(incoming.url ?? "");
    const trace = isStatic ? undefined : receivedTrace(incoming.headers.traceparent);
    if (!isStatic) logPage(incoming, outgoing, response, trace);
    if (isHttps()) outgoing.setHeader(...TRANSPORT_SECURITY);
    const refusal = findRequestError(incoming);
    if (refusal) return sendErrorPage(incoming, outgoing, refusal);
    const mailbox = checkMailboxAccess(incoming);
    if (mailbox === "closed") return sendErrorPage(incoming, outgoing, "mailbox");
    if (mailbox === "enters") return setMailboxCookie(incoming, outgoing);
    if (isKnownPath && !isKnownPath(incoming.url ?? ""))
      return sendErrorPage(incoming, outgoing, "unknown", await getSchoolContact());
    const cookies = checkCookies(incoming, outgoing);
    if (cookies === "refused") return sendErrorPage(incoming, outgoing, "cookies", await getSchoolContact());
    if (cookies) return;
    if (await cache?.answer(incoming, outgoing)) return;
    if (incoming.method === "OPTIONS")
      return outgoing.writeHead(204, { Allow: getPageMethods(incoming.url) }).end();

    const maxBytes = hasBody(incoming) ? await getMaxBytes?.(incoming) : undefined;
    const form = hasBody(incoming) ? await readFormBody(incoming, maxBytes || undefined) : undefined;
    if (form === "aborted") return;
    if (form === "tooLarge" && maxBytes === 0) return sendErrorPage(incoming, outgoing, "fileNotAllowed");
    if (typeof form === "string") return sendErrorPage(incoming, outgoing, form);
    if (!isStatic && !(await loadShedder.enter(incoming, outgoing)))
      return sendRetryPage(incoming, outgoing, form);
    const sandbox = await getBrowserSandbox(incoming, outgoing);
    if (sandbox === "expired") return sendErrorPage(incoming, outgoing, "sandbox");
    const inContext = <T>(task: () => T) =>
      inTrace(trace, () => (sandbox ? withSandbox(sandbox, task) : task()));
    preparePageHeaders(incoming, outgoing);
    overrideStatus(incoming, outgoing, response, isStatic);
    await waitForTurn();
    if (form)
      onUnknownAction(outgoing, () =>
        inContext(() => handleUnknownAction(incoming, outgoing, form, saveFormInput)),
      );
    inContext(() => withPageResponse(response, () => pages(incoming, outgoing)));
  };
}

function renderShared(pages: RequestListener, incoming: IncomingMessage, outgoing: ServerResponse) {
  const response: PageResponse = {};
  setAddressHeaders(incoming, outgoing);
  overrideStatus(incoming, outgoing, response, isStaticFile(incoming.url ?? ""));
  withPageResponse(response, () => pages(incoming, outgoing));
}

/** Logs the route, never the address. @param trace the request's; another context may close the response */
function logPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: PageResponse,
  trace: Trace | undefined,
) {
  const { method = "", url = "" } = incoming;
  const startedAt = performance.now();
  const observe = () => {
    const milliseconds = performance.now() - startedAt;
    const status = outgoing.headersSent ? (response.sentStatus ?? outgoing.statusCode) : 499; // the client closed the connection
    const route = findRoute(url) ?? "unknown";
    requestDuration.observe({ route, method: toMethodLabel(method), status }, milliseconds / 1000);
    const ms = Math.round(milliseconds * 10) / 10;
    const members = `"method":"${method}","route":"${route}","status":${status},"ms":${ms}`;
    logJsonLine(members, "page");
    recordResponse(status, route, String(incoming.headers["x-forwarded-for"])); // set by preparePageHeaders
    if (status < 500 || response.failure === undefined) return;
    logger.error({ method, route, status, ms, error: errorFields(response.failure) }, "page failed");
  };
  outgoing.once("close", () => inTrace(trace, observe));
}

/** One page per turn of the event loop, so that other requests, such as health checks, are handled in between. */
function createTurns(): () => Promise<void> {
  let lastTurn = Promise.resolve();
  return () => {
    lastTurn = lastTurn.then(() => new Promise(setImmediate));
    return lastTurn;
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

/** Absolute, completely escaped, and without NUL or parts that Next would resolve to another address. */
function isValidTarget(target: string): boolean {
  try {
    const path = decodeURIComponent(target.split("?", 1)[0] as string);
    return target.startsWith("/") && !/#|%00/.test(target) && !UNSAFE_PATH.test(path);
  } catch {
    return false; // a half-escaped character
  }
}

const UNSAFE_PATH = /\0|\/\.\.?(?:\/|$)/;

/** Next answers 200 for every rendered page, and 500 for a post that it cannot parse. */
function overrideStatus(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: PageResponse,
  isStatic: boolean,
) {
  const writeHead = outgoing.writeHead.bind(outgoing) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  outgoing.writeHead = (nextStatus: number, ...rest: unknown[]) => {
    const isMalformed = nextStatus === 500 && incoming.method === "POST" && response.hasFailedInApp === false;
    const status = response.status ?? (isMalformed ? 400 : nextStatus);
    if (status === 503) outgoing.setHeader("Retry-After", RETRY_SECONDS);
    if (status === 200 && isPage(outgoing)) outgoing.appendHeader("Link", listAlternateLinks(incoming));
    // Set late: before, it would keep a route handler from setting its own.
    if (!isStatic && !outgoing.hasHeader(POLICY)) outgoing.setHeader(POLICY, incoming.headers[POLICY] ?? "");
    response.sentStatus = status;
    return writeHead(status, ...rest);
  };
}

const isPage = (outgoing: ServerResponse) => /^text\/html/.test(String(outgoing.getHeader("content-type")));

/** Calls `answer` instead of Next's response to an unknown action; scripts handle that response themselves. */
function onUnknownAction(outgoing: ServerResponse, answer: () => void) {
  const {
    req: { headers },
    writeHead,
    end,
  } = outgoing;
  if (isScripted(headers)) return;
  const isUnknown = () => outgoing.statusCode === 409 && outgoing.hasHeader(UNKNOWN_ACTION_HEADER); // 400: a form of nobody's
  outgoing.writeHead = ((...args: Parameters<typeof writeHead>) =>
    isUnknown() ? outgoing : writeHead.apply(outgoing, args)) as typeof writeHead;
  outgoing.end = ((...args: Parameters<typeof end>) => {
    if (!isUnknown()) return end.apply(outgoing, args);
    for (const name of [UNKNOWN_ACTION_HEADER, "Content-Type", "Content-Length", "ETag"])
      outgoing.removeHeader(name);
    Object.assign(outgoing, { writeHead, end }); // without Next's wrappers, which have ended
    answer();
    return outgoing;
  }) as typeof end;
}

async function handleUnknownAction(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  form: FormData,
  saveFormInput?: SaveFormInput,
) {
  const saved = await saveFormInput?.(incoming, form).catch((error: unknown) => {
    logger.warn({ error: errorFields(error) }, "input of a form from an older build not saved");
  });
  if (!saved) return sendErrorPage(incoming, outgoing, "renewed");
  const { location, cookie } = saved;
  outgoing.writeHead(303, { Location: location, ...(cookie && { "Set-Cookie": cookie }) }).end();
}

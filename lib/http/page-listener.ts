import type { IncomingMessage, ServerResponse } from "node:http";
import { locales, splitPath, toLocalizedPath } from "@/lib/i18n/locales";
import { isMailboxToken, isToken } from "@/lib/platform/crypto";
import { createBrowserTokenFromLink, findSandboxByBrowser } from "@/lib/platform/database/read-sandbox";
import { env, isHttps } from "@/lib/platform/env";
import { recordResponse } from "@/lib/platform/health";
import { errorFields, logger, logJsonLine } from "@/lib/platform/logger";
import { recordDuration } from "@/lib/platform/metrics";
import {
  formatSetCookie,
  type PageResponse,
  readCookie,
  withPageResponse,
} from "@/lib/platform/page-request";
import { SANDBOX_BROWSER_SECONDS, type Sandbox, type Trace, withSandbox } from "@/lib/platform/sandbox";
import { inTrace, parseTrace } from "@/lib/platform/trace";
import { getSchoolContact } from "@/lib/school/queries";
import { getPublicUrl } from "@/lib/school/settings";
import { POLICY } from "./content-policy";
import { checkCookies } from "./cookie-check";
import { getPageMethods, sendErrorPage, sendRetryPage } from "./error-page";
import { LoadShedder } from "./load-shedding";
import { findRoute, isScripted, isStaticFile, UNKNOWN_ACTION_HEADER } from "./next-internals";
import { PageCache } from "./page-cache";
import {
  findUnreadableHeader,
  getPathname,
  hasBody,
  isCrossSitePost,
  preparePageHeaders,
  readFormBody,
  setAddressHeaders,
} from "./request";

const MAILBOX_COOKIE_SECONDS = 30 * 24 * 3600;

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
  loadLimits?: ConstructorParameters<typeof LoadShedder>[0];
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
    const trace = isStatic ? undefined : parseTrace(incoming.headers.traceparent);
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
    recordDuration(route, method, status, milliseconds);
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

function findRequestError(incoming: IncomingMessage) {
  const { method, url = "" } = incoming;
  if (!isValidTarget(url) || findUnreadableHeader(incoming)) return "malformed";
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
  const { writeHead, end } = outgoing;
  if (isScripted(outgoing.req.headers)) return;
  const isUnknown = () => outgoing.statusCode === 409 && outgoing.hasHeader(UNKNOWN_ACTION_HEADER); // 400: a form of unknown origin
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

/** The page in every language, for search engines; the documentation has its own languages. */
function listAlternateLinks({ url: requestUrl }: IncomingMessage): string[] {
  const { path } = splitPath(getPathname(requestUrl));
  if (/^\/docs(\/|$)/.test(path)) return [];
  const url = new URL(getPublicUrl()); // writes a path that cannot end the header's brackets
  const toLink = (locale: (typeof locales)[number], hreflang: string) => {
    url.pathname = toLocalizedPath(locale, path);
    return `<${url.href}>; rel="alternate"; hreflang="${hreflang}"`;
  };
  return [...locales.map((locale) => toLink(locale, locale)), toLink(locales[0], "x-default")];
}

/** No content coding is supported (RFC 9110, section 8.4). */
const isEncoded = ({ headers }: IncomingMessage): boolean =>
  (headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity";

/**
 * The desk always is the live school's. An expired sandbox is refused instead of served live: test input must
 * not become a family's. The link in a sandbox's mail selects the sandbox in any browser.
 */
async function getBrowserSandbox(
  { headers, url = "" }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Sandbox | "expired" | undefined> {
  if (isLiveOnly(url)) return;
  const token = readCookie(headers.cookie, "matricula_sandbox");
  try {
    if (token !== undefined) return (await findSandboxByBrowser(token)) ?? "expired";
    const newToken = await createBrowserTokenFromLink(
      splitPath(getPathname(url)).path.split("/").find(isToken) ?? "",
    );
    if (newToken === undefined) return;
    outgoing.appendHeader(
      "Set-Cookie",
      formatSetCookie("matricula_sandbox", newToken, SANDBOX_BROWSER_SECONDS),
    );
    return await findSandboxByBrowser(newToken);
  } catch (error) {
    logger.warn({ error: errorFields(error) }, "sandbox of a browser not read");
    return token === undefined ? undefined : "expired";
  }
}

/**
 * The mailbox has active links, so it needs the token that only the server's owner can read. The client
 * address proves nothing, because a local proxy may hide it.
 * @returns "enters" when the address has the token, "closed" without it; undefined for other requests
 */
function checkMailboxAccess({ url = "", headers }: IncomingMessage): "enters" | "closed" | undefined {
  if (env.MAILBOX_OPEN || env.MAIL_TRANSPORT !== "mailbox") return;
  const [pathname = "", query] = url.split("?", 2);
  const { path } = splitPath(decodeURIComponent(pathname));
  if (!/^\/+(?:es\/+)?mailbox(?:\/|$)/i.test(path)) return;
  if (isMailboxToken(new URLSearchParams(query).get("token"))) return "enters";
  return isMailboxToken(readCookie(headers.cookie, "mailbox")) ? undefined : "closed";
}

/** Removes the token from the address, which others may see. */
function setMailboxCookie({ url = "" }: IncomingMessage, outgoing: ServerResponse) {
  const [pathname = "", query] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  const token = parameters.get("token") as string;
  parameters.delete("token");
  outgoing.writeHead(303, {
    Location: pathname.replace(/^\/+/, "/") + (parameters.size > 0 ? `?${parameters}` : ""),
    "Set-Cookie": formatSetCookie("mailbox", token, MAILBOX_COOKIE_SECONDS),
    "Cache-Control": "no-store",
    "Content-Length": 0,
  });
  outgoing.end();
}

const isLiveOnly = (url: string) =>
  url.startsWith("/sandbox/") || /^\/desk(?:[/?]|$)/.test(splitPath(url).path);

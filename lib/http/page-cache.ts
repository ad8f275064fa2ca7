import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { getDocsText } from "@/lib/i18n/docs/docs-text";
import { getDocsPath, type Locale, locales, toLocalizedPath } from "@/lib/i18n/locales";
import { getVersions } from "@/lib/platform/cache";
import { ReadyBytes } from "@/lib/platform/representation";
import { getSchoolToday } from "@/lib/school/settings";
import { createHashedPolicy, POLICY } from "./content-policy";
import { isStaticFile } from "./next-internals";
import type { RequestListener } from "./page-listener";

/** The same for every visitor without cookies: they depend on the topics below and the school's day only. */
const PAGES = ["/enroll", "/enroll/school-year", "/enroll/birth-date", "/sign-in", "/forgotten-password"];

/** Pages in which only links hydrate: sent without React and its data. */
const PLAIN_PAGES = ["/", "/accessibility", "/contact", "/privacy", "/terms"];

const listDocsPages = (locale: Locale) =>
  Object.keys(getDocsText(locale).pages).map((name) => (name === "start" ? "" : `/${name}`));

const localizePaths = (pages: string[]) =>
  locales.flatMap((locale) => pages.map((page) => toLocalizedPath(locale, page)));

const plainPaths = new Set(localizePaths(PLAIN_PAGES));
const sharedPaths = new Set([
  ...plainPaths,
  ...localizePaths(PAGES),
  ...locales.flatMap((locale) => listDocsPages(locale).map((page) => `${getDocsPath(locale)}${page}`)),
]);

const TOPICS = ["catalogue", "settings", "rounds"] as const;

const BROTLI_QUALITY = 9;

/** Next sends this robot the title in the head, never later by a script. */
const ROBOT = "Twitterbot";

type Page = { status: number; bytes: ReadyBytes; headers: [name: string, value: string | string[]][] };

/**
 * Keeps shared pages and the build's files as compressed bytes. The cache itself requests each with only an
 * address, so that no visitor's data can be in it. The policy has hashes, because a nonce would change the
 * bytes.
 */
export class PageCache {
  readonly #render: RequestListener;
  #versions = "";
  #pages = new Map<string, Promise<Page | undefined>>();
  readonly #buildFiles = new Map<string, Promise<Page | undefined>>();

  constructor(render: RequestListener) {
    this.#render = render;
  }

  /** @returns whether the request is answered; otherwise the page must be rendered for the visitor */
  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { url: path = "", method = "", headers } = incoming;
    if (!["GET", "HEAD"].includes(method)) return false;
    const isSharedPage = sharedPaths.has(path) && headers.cookie === undefined && headers.rsc === undefined;
    if (!isSharedPage && !isBuildFile(path)) return false;
    const loading = isSharedPage
      ? this.#findPage(path)
      : getOrCreate(this.#buildFiles, path, () => this.#readBuildFile(path));
    const page = await loading.catch(() => undefined); // a rendered page says what is wrong
    if (page && !outgoing.closed) await send(page, incoming, outgoing);
    return page !== undefined;
  }

  async #findPage(path: string): Promise<Page | undefined> {
    const versions = `${await getVersions(TOPICS)} ${await getSchoolToday()}`;
    if (versions !== this.#versions) this.#pages = new Map();
    this.#versions = versions;
    return getOrCreate(this.#pages, path, () => this.#renderPage(path));
  }

  /** @returns undefined when the response is for one browser only */
  async #renderPage(path: string): Promise<Page | undefined> {
    const { status, body, headers } = await record(path, this.#render);
    const html = plainPaths.has(path) ? removeScripts(body.toString()) : body.toString();
    if (status >= 500) throw new Error(`${path} was answered with ${status}`);
    if (headers["set-cookie"]) return;
    const cachedHeaders = {
      ...headers,
      "cache-control": headers["cache-control"] === "no-store" ? "no-store" : "private, no-cache",
      vary: `Cookie, ${headers.vary}`,
      [POLICY]: createHashedPolicy(html),
    };
    const bytes = new ReadyBytes(Buffer.from(html), BROTLI_QUALITY);
    return { status, bytes, headers: Object.entries(cachedHeaders) as Page["headers"] };
  }

  async #readBuildFile(path: string): Promise<Page | undefined> {
    const { status, body, headers } = await record(path, this.#render);
    if (status !== 200) return;
    return { status, bytes: new ReadyBytes(body), headers: Object.entries(headers) as Page["headers"] };
  }
}

function getOrCreate<T>(cache: Map<string, Promise<T>>, path: string, create: () => Promise<T>): Promise<T> {
  const existing = cache.get(path);
  if (existing) return existing;
  const created = create();
  cache.set(path, created);
  created.catch(() => cache.delete(path));
  return created;
}

/** Sent whole, also for a range (RFC 9110, section 14.2). */
const isBuildFile = (path: string) => /^\/_next\/static\/.+\.(?:js|css)$/.test(path) && isStaticFile(path);

async function send({ status, bytes, headers }: Page, incoming: IncomingMessage, outgoing: ServerResponse) {
  const coding = bytes.chooseCoding(incoming.headers["accept-encoding"]);
  for (const [name, value] of headers) outgoing.setHeader(name, value);
  outgoing.setHeader("etag", bytes.tagOf(coding));
  if (status === 200 && bytes.isMatched(incoming.headers["if-none-match"])) {
    outgoing.removeHeader("content-type");
    return outgoing.writeHead(304).end();
  }
  if (coding) outgoing.setHeader("content-encoding", coding);
  const body = coding ? await bytes.encoded(coding) : bytes.body;
  outgoing.writeHead(status, { "content-length": body.length });
  return outgoing.end(incoming.method === "HEAD" ? undefined : body);
}

type RecordedResponse = { status: number; body: Buffer; headers: ReturnType<ServerResponse["getHeaders"]> };

function record(url: string, render: RequestListener): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = new Duplex({
      read() {},
      write(chunk, _, done) {
        chunks.push(chunk);
        done();
      },
    }) as Socket;
    const incoming = new IncomingMessage(socket); // HTTP 1.0, so the response is not chunked
    const headers = { host: "localhost", "user-agent": ROBOT };
    Object.assign(incoming, { method: "GET", url, headers }).push(null);
    const outgoing = new ServerResponse(incoming);
    outgoing.assignSocket(socket);
    socket.on("drain", () => outgoing.emit("drain")); // as a server's socket does
    outgoing.once("finish", () => {
      const bytes = Buffer.concat(chunks);
      const body = bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
      resolve({ status: outgoing.statusCode, body, headers: outgoing.getHeaders() });
      socket.destroy();
    });
    outgoing.once("close", () => reject(new Error(`${url} was not answered to its end`)));
    render(incoming, outgoing);
  });
}

/** Menus still close: that script is not Next's. */
const removeScripts = (html: string) =>
  html
    .replace(/<script\b.*?<\/script>|<link rel="preload" as="script"[^>]*>/gs, "")
    .replace("</body>", '<script src="/menus.js" async></script></body>');

import { expect, test } from "../support/test";

/** All headers of each kind of page. NONCE changes per response, URL is the school's. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'nonce-NONCE' 'strict-dynamic'; style-src 'self' 'nonce-NONCE'; " +
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  vary: "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding",
  "cache-control": "private, no-cache, no-store, max-age=0, must-revalidate",
  "content-type": "text/html; charset=utf-8",
  "content-encoding": "gzip",
  connection: "keep-alive",
  "keep-alive": "timeout=65",
  "transfer-encoding": "chunked",
};
/** Cached pages: script hashes instead of a nonce, compressed once. */
const cachedPageHeaders = {
  ...pageHeaders,
  "content-security-policy": pageHeaders["content-security-policy"]
    .replace("'nonce-NONCE' 'strict-dynamic'", "HASHES")
    .replace(" 'nonce-NONCE'", ""),
  vary: `Cookie, ${pageHeaders.vary}`,
  "cache-control": "private, no-cache",
  "content-encoding": "br",
  "content-length": "LENGTH",
  etag: "TAG",
  "transfer-encoding": undefined,
};
const noScriptHeaders = {
  "content-security-policy": cachedPageHeaders["content-security-policy"].replace(" HASHES", ""),
};
const privateHeaders = { "x-robots-tag": "noindex, nofollow", "cache-control": "no-store" };

const createLinkHeader = (path: string) => ({
  link:
    `<URL${path}>; rel="alternate"; hreflang="es", <URL/ca${path}>; rel="alternate"; hreflang="ca", ` +
    `<URL/en${path}>; rel="alternate"; hreflang="en", <URL${path}>; rel="alternate"; hreflang="x-default"`,
});

const pages: [path: string, headers: object][] = [
  ["/privacy", { ...cachedPageHeaders, ...createLinkHeader("/privacy"), ...noScriptHeaders }],
  ["/ca/enroll", { ...cachedPageHeaders, ...createLinkHeader("/enroll") }],
  ["/ca/enroll?x=1", { ...pageHeaders, ...createLinkHeader("/enroll") }],
  ["/sign-in", { ...cachedPageHeaders, ...createLinkHeader("/sign-in"), ...privateHeaders }],
  ["/sign-in?x=1", { ...pageHeaders, ...createLinkHeader("/sign-in"), ...privateHeaders }],
  [
    "/account-setup/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    {
      ...pageHeaders,
      ...createLinkHeader("/account-setup/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
      ...privateHeaders,
      "referrer-policy": "no-referrer",
    },
  ],
  ["/docs", cachedPageHeaders],
];

for (const [path, expected] of pages) {
  test(`${path} has these headers and no other (10, 36)`, async ({ request, school }) => {
    const { date, ...headers } = (await request.get(path)).headers();
    expect(date).toMatch(/ GMT$/);
    const nonce = /'nonce-([\w+/=]{20,})'/.exec(headers["content-security-policy"] ?? "")?.[1];
    const normalized = JSON.stringify(headers)
      .replaceAll(nonce ?? "?", "NONCE")
      .replace(/(?:'sha256-[\w+/]{43}=' ?)+/, "HASHES")
      .replace(/"content-length":"\d+"/, '"content-length":"LENGTH"')
      .replace(/\\"[\w-]{27}-br\\"/, "TAG")
      .replaceAll(school.url, "URL");
    expect(omitPreloads(JSON.parse(normalized))).toEqual(expected);
  });
}

/** Next's preload headers, whose file names change with content. */
function omitPreloads({ link, ...headers }: Record<string, string>) {
  const links = (link ?? "")
    .split(", ")
    .filter((entry) => !/^<\/(?:_next\/static\/[^>]+\.css|fonts\/[^>]+\.woff2)>/.test(entry));
  return links.join(", ") ? { ...headers, link: links.join(", ") } : headers;
}

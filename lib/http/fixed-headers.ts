import type { ServerResponse } from "node:http";

type Headers = Record<string, string>;

/** For every page and file; the content security policy has a nonce and comes from page-headers.ts. */
const commonHeaders: Headers = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** For addresses that begin so, in any language; what comes later counts. */
const headersByPath: [address: RegExp, headers: Headers][] = [
  // Pages whose content is one person's.
  [
    /^(?:\/(?:ca|en))?\/(?:account-setup|account|sign-in|forgotten-password|desk)(?:\/|$)/i,
    { "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store" },
  ],
  // The address of a set-up page, of an invitation and of a form session is a secret.
  [
    /^(?:\/(?:ca|en))?\/(?:account-setup|desk\/invitation|sandbox)(?:\/|$)/i,
    { "Referrer-Policy": "no-referrer" },
  ],
  // Named by their version.
  [/^\/fonts\/.+\.woff2$/i, { "Cache-Control": "public, max-age=31536000, immutable" }],
  [/^\/mailbox\/.+\.html$/i, { "X-Frame-Options": "SAMEORIGIN" }],
];

/** The headers that follow from the address alone: Next would compile and match each of its rules for every request. */
export function setStaticHeaders(pathname: string, outgoing: ServerResponse) {
  const own = headersByPath.filter(([address]) => address.test(pathname)).map(([, headers]) => headers);
  for (const [name, value] of Object.entries(Object.assign({}, commonHeaders, ...own) as Headers))
    outgoing.setHeader(name, value);
}

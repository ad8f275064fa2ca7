import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { setAddressHeaders } from "./request";

const PRIVATE = { "x-robots-tag": "noindex, nofollow", "cache-control": "no-store" };

const addresses: [pathname: string, extraHeaders: Record<string, string>][] = [
  ["/", {}],
  ["/ca/enroll/check", {}],
  ["/accounting", {}],
  ["/fr/account", {}],
  ["/account", PRIVATE],
  ["/en/Desk/enrollments", PRIVATE],
  ["/forgotten-password", PRIVATE],
  ["/ca/account-setup/secret", { ...PRIVATE, "referrer-policy": "no-referrer" }],
  ["/desk/invitation/secret", { ...PRIVATE, "referrer-policy": "no-referrer" }],
  ["/desk/invitations", PRIVATE],
  ["/sandbox/secret", { "referrer-policy": "no-referrer" }],
  ["/fonts/figtree-latin-5.3.0.woff2", { "cache-control": "public, max-age=31536000, immutable" }],
  ["/mailbox/7.html", { "x-frame-options": "SAMEORIGIN" }],
];

test.each(addresses)("10, 36: %s has the headers of all pages and %j", (pathname, extraHeaders) => {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { url: pathname });
  const outgoing = new ServerResponse(incoming);
  setAddressHeaders(incoming, outgoing);
  expect({ ...outgoing.getHeaders() }).toEqual({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...extraHeaders,
  });
});

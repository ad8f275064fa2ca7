import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

/** For every page; the content security policy has a nonce and comes from proxy.ts. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
];

/** Pages whose address is a secret, or whose content is one person's. */
const privateHeaders = [
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "X-Robots-Tag", value: "noindex, nofollow" },
  { key: "Cache-Control", value: "no-store" },
];

const config: NextConfig = {
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["pg", "pg-boss", "@prisma/client", "@prisma/adapter-pg", "pino", "react-email"],
  headers: async () => [
    { source: "/((?!api/).*)", headers: securityHeaders },
    {
      source: "/:locale(ca|en)?/(account-setup|account|sign-in|forgotten-password)/:rest*",
      headers: privateHeaders,
    },
    { source: "/mailbox/:file(.+\\.html)", headers: [{ key: "X-Frame-Options", value: "SAMEORIGIN" }] },
  ],
  // A set-up link is a secret: Next's own request log in development leaves it out.
  logging: { incomingRequests: { ignore: [/\/account-setup\//] } },
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(config);

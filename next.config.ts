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

const config: NextConfig = {
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["pg", "pg-boss", "@prisma/client", "@prisma/adapter-pg", "pino"],
  headers: async () => [{ source: "/((?!api/).*)", headers: securityHeaders }],
};

export default createNextIntlPlugin("./lib/i18n/request.ts")(config);

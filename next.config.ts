import type { NextConfig } from "next";

/** For every page; the content security policy has a nonce and comes from lib/http/page-headers.ts. */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
];

/** Pages whose content is one person's. */
const privateHeaders = [
  { key: "X-Robots-Tag", value: "noindex, nofollow" },
  { key: "Cache-Control", value: "no-store" },
];

/** Spanish has no prefix: `/enroll`, `/ca/enroll`, `/en/enroll`. Pages for integrators and links into a sandbox have none either. */
const WITHOUT_LANGUAGE = "/:path((?!(?:api|_next|docs|sandbox|es|ca|en)(?:/|$)|.*\\.\\w+$).*)";

const IN_ANY_LANGUAGE = "/:locale(ca|en)?";

const config: NextConfig = {
  poweredByHeader: false,
  generateBuildId: async () => process.env.BUILD_ID ?? null,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["pg", "pg-boss", "@prisma/client", "@prisma/adapter-pg", "pino", "react-email"],
  experimental: {
    globalNotFound: true,
    // Nobody reads maps of what the server runs, and who builds a release builds once: both take a third of a build.
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
  },
  // Next would check every file, tests too, at a school's first start; `npm run check` and CI do it before that.
  typescript: { ignoreBuildErrors: true },
  redirects: async () => [
    // Where password managers look.
    { source: "/.well-known/change-password", destination: "/forgotten-password", permanent: false },
    { source: "/es", destination: "/", permanent: false },
    { source: "/es/:path+", destination: "/:path+", permanent: false },
  ],
  rewrites: async () => ({ beforeFiles: [{ source: WITHOUT_LANGUAGE, destination: "/es/:path" }] }),
  headers: async () => [
    { source: "/((?!api/).*)", headers: securityHeaders },
    {
      source: `${IN_ANY_LANGUAGE}/(account-setup|account|sign-in|forgotten-password|desk)/:rest*`,
      headers: privateHeaders,
    },
    // The address of a set-up page and of an invitation is a secret.
    {
      source: `${IN_ANY_LANGUAGE}/(account-setup|desk/invitation)/:rest*`,
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    },
    // Named by their version.
    {
      source: "/fonts/:file(.+\\.woff2)",
      headers: [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }],
    },
    { source: "/mailbox/:file(.+\\.html)", headers: [{ key: "X-Frame-Options", value: "SAMEORIGIN" }] },
  ],
  // A set-up link is a secret: Next's own request log in development leaves it out.
  logging: { incomingRequests: { ignore: [/\/(account-setup|desk\/invitation)\//] } },
};

/** next-intl's plugin brings a compiler along, of which a running server would only keep the memory. */
export default async function configure(phase: string): Promise<NextConfig> {
  if (phase === "phase-production-server") return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin("./lib/i18n/request.ts")(config);
}

import type { NextConfig } from "next";

/**
 * Spanish has no prefix: `/enroll`, `/ca/enroll`, `/en/enroll`. Not localised: what is in `app` beside
 * `[locale]`, and files of `public`. Any other path with a dot is a page.
 */
const WITHOUT_LANGUAGE = `/:path((?!(?:${[
  "(?:api|_next|docs|sandbox|school|fonts|\\.well-known|es|ca|en)(?:/|$)",
  "[^/]+\\.\\w+$",
  "mailbox/[^/]+\\.html$",
  "admission/[^/]+/list\\.csv$",
].join("|")})).*)`;

const config: NextConfig = {
  poweredByHeader: false,
  generateBuildId: async () => process.env.BUILD_ID ?? null,
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  serverExternalPackages: ["pg", "pg-boss", "@prisma/client", "@prisma/adapter-pg", "pino"],
  experimental: {
    globalNotFound: true,
    // Preloading would delay the first request after a start.
    preloadEntriesOnStart: false,
    // The limit of an imported catalogue; lib/http/request.ts has the limits of pages.
    serverActions: { bodySizeLimit: "9mb" },
    // Source maps of the server would take a third of a build.
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
  },
  // Next would check all files, tests too, at a school's first start; `npm run check` and CI check types.
  typescript: { ignoreBuildErrors: true },
  redirects: async () => [
    // For password managers.
    { source: "/.well-known/change-password", destination: "/forgotten-password", permanent: false },
    { source: "/es", destination: "/", permanent: false },
    { source: "/es/:path+", destination: "/:path+", permanent: false },
    // The picture's page is the speciality's.
    ...["", "/ca", "/en"].map((language) => ({
      source: `${language}/desk/pictures/:speciality*`,
      destination: `${language}/desk/catalogue/specialities/:speciality*`,
      permanent: false,
    })),
  ],
  rewrites: async () => ({
    beforeFiles: [
      { source: WITHOUT_LANGUAGE, destination: "/es/:path" },
      { source: "/docs.md", destination: "/docs/markdown" },
      { source: "/docs/:page(.*)\\.md", destination: "/docs/markdown/:page" },
    ],
  }),
  // Account links are secrets: not in Next's development log.
  logging: { incomingRequests: { ignore: [/\/(account-setup|desk\/invitation)\//] } },
};

/** Not next-intl's plugin, whose compiler would stay in the server's memory. */
export default async function configure(phase: string): Promise<NextConfig> {
  if (phase === "phase-production-server") return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const plugin = createNextIntlPlugin({
    requestConfig: "./lib/i18n/request.ts",
    // Messages are parsed at build time, not per request.
    experimental: {
      messages: { path: "./lib/i18n/messages", format: "json", locales: "infer", precompile: true },
    },
  });
  return plugin(config);
}

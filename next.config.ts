import type { NextConfig } from "next";

/**
 * Spanish has no prefix: `/enroll`, `/ca/enroll`, `/en/enroll`. These have no language: what stands in `app` beside
 * `[locale]`, and the files of `public`. Any other address with a dot is a page's.
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
    // Who comes first after a start would wait until the pages of all others had been read.
    preloadEntriesOnStart: false,
    // What a page may be sent is bounded where it is read (lib/http/request.ts); a catalogue's file is the largest.
    serverActions: { bodySizeLimit: "9mb" },
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
    // Pictures are part of a speciality's form.
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
  // A set-up link is a secret: Next's own request log in development leaves it out.
  logging: { incomingRequests: { ignore: [/\/(account-setup|desk\/invitation)\//] } },
};

/** next-intl's plugin brings a compiler along, of which a running server would only keep the memory. */
export default async function configure(phase: string): Promise<NextConfig> {
  if (phase === "phase-production-server") return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const plugin = createNextIntlPlugin({
    requestConfig: "./lib/i18n/request.ts",
    // Messages are parsed once a build, not with each request.
    experimental: {
      messages: { path: "./lib/i18n/messages", format: "json", locales: "infer", precompile: true },
    },
  });
  return plugin(config);
}

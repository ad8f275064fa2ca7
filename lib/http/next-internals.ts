import { randomUUID } from "node:crypto";
import { existsSync, globSync, readdirSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import { splitPath } from "@/lib/i18n/locales";
import { singleton } from "@/lib/platform/singleton";
import { getPathname } from "./request";

/** Whether an address is a file of `public/` or of the build: only those skip load shedding and the page's headers. */
export function isStaticFile(url: string): boolean {
  const pathname = decodePathname(url);
  if (pathname === undefined) return false;
  if (process.env.NODE_ENV === "development" && /^\/(?:_next\/|__next)/.test(pathname)) return true;
  return staticFiles().has(pathname);
}

// What this service knows of Next beyond its documentation, all of it; test/system/two-builds.test.ts fails where a
// newer Next does otherwise. (The key of actions' ids, in server/build/build.ts, is documented.)

/** Node itself reads next.config.ts: Next's own reader keeps a compiler in memory. To be called before Next is. */
export function loadConfigWithNode() {
  process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = "true";
}

/** Where Next asks itself for the page that an action leads to, which then comes with the action's answer. */
export function setNextOrigin(origin: string) {
  process.env.__NEXT_PRIVATE_ORIGIN = origin;
}

/** It does so with the headers of the action's own request: by this one that page is known. */
export const PAGE_PASS_HEADER = "x-page-pass";

/** The header's value: the primary makes it, so that all its processes have the same. */
export const getPagePass = () => {
  process.env.PAGE_PASS ??= randomUUID();
  return process.env.PAGE_PASS;
};

/** Whether a page's script calls an action; a browser without one posts its form instead. */
export const isScripted = (headers: IncomingHttpHeaders) => headers["next-action"] !== undefined;

/** Stands in the answer to a form or a call whose action Next does not know: its page is another build's. */
export const UNKNOWN_ACTION_HEADER = "x-nextjs-action-not-found";

type PageRoute = { route: string; pattern: RegExp };

/** Every page by its route, such as `/enroll/[step]`, without its language; what is said in full goes first. */
export function listPageRoutes(): PageRoute[] {
  return singleton("page routes", () => {
    // A `**` passes over folders that begin with a dot.
    const files = globSync("app/{.well-known/,}**/{page,route}.{ts,tsx}", { exclude: ["app/api/**"] });
    const routes = files.map(
      (file) =>
        file
          .replace(/^app(\/\[locale\])?/, "")
          .replace(/\/\([^/]+\)/g, "") // a route group is no part of the address
          .replace(/\/\w+\.tsx?$/, "") || "/",
    );
    const inFullFirst = (route: string) => route.replaceAll("[", "~");
    return routes
      .sort((one, other) => (inFullFirst(one) < inFullFirst(other) ? -1 : 1))
      .map((route) => ({ route, pattern: patternOf(route) }));
  });
}

/** Whether there is anything at an address: a page, a file of the build or of `public/`, or what leads to one. */
export function isKnownPath(url: string): boolean {
  const pathname = decodePathname(url) ?? "";
  return isStaticFile(url) || EXTERNAL_PATHS.test(pathname) || findRoute(pathname) !== undefined;
}

/** A page's route by its address, in any language. */
export const findRoute = (url: string): string | undefined => {
  const { path } = splitPath(url.split("?", 1)[0] as string);
  return listPageRoutes().find(({ pattern }) => pattern.test(path))?.route;
};

/** @returns undefined where a character is escaped by half */
function decodePathname(url: string): string | undefined {
  try {
    return decodeURIComponent(getPathname(url));
  } catch {
    return undefined;
  }
}

/** Read once, as Next does in production. */
const staticFiles = () =>
  singleton(
    "static files",
    () => new Set([...listFiles("public", ""), ...listFiles(".next/static", "/_next/static")]),
  );

function listFiles(folder: string, address: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(address || "/", path.relative(folder, entry.parentPath), entry.name));
}

function patternOf(route: string): RegExp {
  const segments = route
    .split("/")
    .slice(1)
    .map((segment) => {
      if (segment.startsWith("[[...")) return "(?:/.*)?";
      if (segment.startsWith("[...")) return "/.+";
      return segment.startsWith("[") ? "/[^/]+" : `/${segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
    });
  return new RegExp(`^${segments.join("")}/?$`);
}

/** The redirects and rewrites of next.config.ts, and what app/sitemap.ts makes. */
const EXTERNAL_PATHS =
  /^\/(?:es(?:\/|$)|(?:ca\/|en\/)?desk\/pictures(?:\/|$)|docs\.md$|\.well-known\/change-password\/?$|sitemap\.xml$)/;

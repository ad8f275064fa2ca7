import { randomUUID } from "node:crypto";
import { existsSync, globSync, readdirSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import { splitPath } from "@/lib/i18n/locales";
import { singleton } from "@/lib/platform/singleton";
import { getPathname } from "./request";

/** Only files of `public/` and of the build skip load shedding and page headers. */
export function isStaticFile(url: string): boolean {
  const pathname = decodePathname(url);
  if (pathname === undefined) return false;
  if (process.env.NODE_ENV === "development" && /^\/(?:_next\/|__next)/.test(pathname)) return true;
  return staticFiles().has(pathname);
}

// Everything that relies on undocumented behaviour of Next is here; test/system/two-builds.test.ts fails when it
// changes.

/** Next's own reader keeps a compiler in memory. Call it before Next starts. */
export function loadConfigWithNode() {
  process.env.__NEXT_NODE_NATIVE_TS_LOADER_ENABLED = "true";
}

/** Next requests the page that an action redirects to from this origin, and sends it with the action's response. */
export function setNextOrigin(origin: string) {
  process.env.__NEXT_PRIVATE_ORIGIN = origin;
}

/** The primary creates the value, so that all processes share it. */
export const getPagePass = () => {
  process.env.PAGE_PASS ??= randomUUID();
  return process.env.PAGE_PASS;
};

/** Whether a script calls an action; without scripts the browser posts the form. */
export const isScripted = (headers: IncomingHttpHeaders) => headers["next-action"] !== undefined;

/** Next sets it for an action of another build. */
export const UNKNOWN_ACTION_HEADER = "x-nextjs-action-not-found";

type PageRoute = { route: string; pattern: RegExp };

/** Routes such as `/enroll/[step]` without the language; literal ones first. */
export function listPageRoutes(): PageRoute[] {
  return singleton("page routes", () => {
    // `**` skips folders that begin with a dot.
    const files = globSync("app/{.well-known/,}**/{page,route}.{ts,tsx}", { exclude: ["app/api/**"] });
    const routes = files.map(
      (file) =>
        file
          .replace(/^app(\/\[locale\])?/, "")
          .replace(/\/\([^/]+\)/g, "") // a route group is no part of the address
          .replace(/\/\w+\.tsx?$/, "") || "/",
    );
    const toSortKey = (route: string) => route.replaceAll("[", "~");
    return routes
      .sort((first, second) => (toSortKey(first) < toSortKey(second) ? -1 : 1))
      .map((route) => ({ route, pattern: toPattern(route) }));
  });
}

export function isKnownPath(url: string): boolean {
  const pathname = decodePathname(url) ?? "";
  return isStaticFile(url) || EXTERNAL_PATHS.test(pathname) || findRoute(pathname) !== undefined;
}

export const findRoute = (url: string): string | undefined => {
  const { path } = splitPath(url.split("?", 1)[0] as string);
  return listPageRoutes().find(({ pattern }) => pattern.test(path))?.route;
};

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

function toPattern(route: string): RegExp {
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

/** Redirects and rewrites of next.config.ts, and app/sitemap.ts. */
const EXTERNAL_PATHS =
  /^\/(?:es(?:\/|$)|(?:ca\/|en\/)?desk\/pictures(?:\/|$)|docs\.md$|\.well-known\/change-password\/?$|sitemap\.xml$)/;

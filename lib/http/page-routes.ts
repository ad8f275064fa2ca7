import { globSync } from "node:fs";
import { splitPath } from "@/lib/i18n/paths";
import { singleton } from "@/lib/platform/singleton";
import { decodePathname, isStaticFile } from "./static-files";

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
          .replace(/\/\(\w+\)/g, "") // a route group is no part of the address
          .replace(/\/\w+\.tsx?$/, "") || "/",
    );
    const inFullFirst = (route: string) => route.replaceAll("[", "~");
    return routes
      .sort((one, other) => (inFullFirst(one) < inFullFirst(other) ? -1 : 1))
      .map((route) => ({ route, pattern: patternOf(route) }));
  });
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

/** The redirects of next.config.ts, and what app/sitemap.ts makes. */
const EXTERNAL_PATHS = /^\/(?:es(?:\/|$)|\.well-known\/change-password\/?$|sitemap\.xml$)/;

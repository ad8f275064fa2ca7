import { globSync } from "node:fs";
import { splitPath } from "@/lib/i18n/paths";
import { singleton } from "@/lib/platform/singleton";

type PageRoute = { route: string; pattern: RegExp };

/** Every page by its route, such as `/enroll/[step]`, without its language; what is said in full goes first. */
export function pageRoutes(): PageRoute[] {
  return singleton("page routes", () => {
    // A `**` passes over folders that begin with a dot.
    const files = globSync("app/{.well-known/,}**/{page,route}.{ts,tsx}", { exclude: ["app/api/**"] });
    const routes = files.map(
      (file) => file.replace(/^app(\/\[locale\])?/, "").replace(/\/\w+\.tsx?$/, "") || "/",
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
export function isThere(url: string): boolean {
  const asked = decodeURIComponent(url.split("?", 1)[0] as string);
  return ELSEWHERE.test(asked) || files().has(asked) || routeOf(asked) !== undefined;
}

/** A page's route by its address, in any language. */
export const routeOf = (url: string): string | undefined => {
  const { path } = splitPath(url.split("?", 1)[0] as string);
  return pageRoutes().find(({ pattern }) => pattern.test(path))?.route;
};

/** Next's own, what next.config.ts leads elsewhere, and what app/sitemap.ts makes. */
const ELSEWHERE = /^\/(?:_next\/|__next|es(?:\/|$)|\.well-known\/change-password\/?$|sitemap\.xml$)|\.rsc$/;

const files = () =>
  singleton("public files", () => new Set(globSync("public/**").map((file) => file.replace(/^public/, ""))));

import { existsSync, readFileSync } from "node:fs";
import { singleton } from "@/lib/singleton";

type PageRoute = { route: string; pattern: RegExp };

/** Next's own list of the pages that it has built; the language's segment is left out. */
const BUILT = ".next/app-path-routes-manifest.json";

/** Every page by its route, such as `/enroll/[step]`; none in development, where Next builds as it goes. */
export function pageRoutes(): PageRoute[] {
  return singleton("page routes", () => {
    const built: Record<string, string> = existsSync(BUILT) ? JSON.parse(readFileSync(BUILT, "utf8")) : {};
    const routes = Object.values(built).map((route) => route.replace(/^\/\[locale\]/, "") || "/");
    return [...new Set(routes)].map((route) => ({ route, pattern: patternOf(route) }));
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

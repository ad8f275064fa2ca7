import { globSync } from "node:fs";
import { singleton } from "@/lib/singleton";

type PageRoute = { route: string; pattern: RegExp };

/** Every page by its route, such as `/enroll/[step]`, without its language; what is said in full goes first. */
export function pageRoutes(): PageRoute[] {
  return singleton("page routes", () => {
    const files = globSync("app/**/{page,route}.{ts,tsx}", { exclude: ["app/api/**"] });
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

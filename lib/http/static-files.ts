import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { singleton } from "@/lib/platform/singleton";
import { getPathname } from "./page-headers";

/** Whether an address is a file of `public/` or of the build: only those skip load shedding and the page's headers. */
export function isStaticFile(url: string): boolean {
  const pathname = decodePathname(url);
  if (pathname === undefined) return false;
  if (process.env.NODE_ENV === "development" && /^\/(?:_next\/|__next)/.test(pathname)) return true;
  return staticFiles().has(pathname);
}

/** @returns undefined where a character is escaped by half */
export function decodePathname(url: string): string | undefined {
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

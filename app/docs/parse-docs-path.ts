/** In the order of the navigation. */
export const docsPages = ["start", "reference", "errors", "changelog"] as const;

/** English has no prefix. */
const prefixes = ["es", "ca"] as const;

/** `page` is undefined for unknown paths. */
export function parseDocsPath(segments: string[] = []) {
  const prefix = prefixes.find((language) => language === segments[0]);
  const [name = "start", ...more] = prefix ? segments.slice(1) : segments;
  const page = more.length === 0 ? docsPages.find((docsPage) => docsPage === name) : undefined;
  return { language: prefix ?? ("en" as const), page };
}

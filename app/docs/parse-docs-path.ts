/** The documentation's pages, in the order of their links. */
export const docsPages = ["start", "reference", "errors", "changelog"] as const;

/** The languages that stand in the path. */
const prefixed = ["es", "ca"] as const;

/** Which page of the documentation a path means; `page` is undefined when it means none. */
export function parseDocsPath(segments: string[] = []) {
  const prefix = prefixed.find((language) => language === segments[0]);
  const [name = "start", ...more] = prefix ? segments.slice(1) : segments;
  const page = more.length === 0 ? docsPages.find((known) => known === name) : undefined;
  return { language: prefix ?? ("en" as const), page };
}

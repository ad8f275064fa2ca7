/** The documentation's pages, in the order of their links. */
export const pages = ["start", "reference", "errors", "changelog"] as const;

/** Which page of the documentation a path means; `page` is undefined when it means none. */
export function pageOf(segments: string[] = []) {
  const language = segments[0] === "es" ? ("es" as const) : ("en" as const);
  const [name = "start", ...more] = language === "es" ? segments.slice(1) : segments;
  const page = more.length === 0 ? pages.find((known) => known === name) : undefined;
  return { language, page };
}

import { rules } from "./rules";

/**
 * The ids of the rules that a test's title cites: `4.4-8 and 4.4-11` are `4.4-8` and `4.4-11`, `(4.1, 4.2)`
 * two sections, `5:` or `1, 4:` at its beginning chapters. What else has the form of a number is none.
 */
export function getCitedRules(title: string): string[] {
  const ids = title.match(/\b4\.[34]-\d+/g) ?? [];
  const sections = [...title.matchAll(/(?<![\w.:/-])([1-9]\.\d)(?=[\s,;:)]|$)/g)].map(
    ([, id]) => id as string,
  );
  const [, chapters = ""] = /^(\d(?:, \d)*): /.exec(title) ?? [];
  return [...new Set([...ids, ...sections, ...chapters.split(", ")])].filter((id) => id in rules);
}

import { rules } from "./rules";

/**
 * Rule ids in a test's title: `4.4-8 and 4.4-11` has two, `(4.1, 4.2)` two sections, a leading `5:` or `1,
 * 4:` chapters. Ignores other numbers.
 */
export function getCitedRules(title: string): string[] {
  const ids = title.match(/\b4\.[34]-\d+/g) ?? [];
  const sections = [...title.matchAll(/(?<![\w.:/-])([1-9]\.\d)(?=[\s,;:)]|$)/g)].map(
    ([, id]) => id as string,
  );
  const [, chapters = ""] = /^(\d(?:, \d)*): /.exec(title) ?? [];
  return [...new Set([...ids, ...sections, ...chapters.split(", ")])].filter((id) => id in rules);
}

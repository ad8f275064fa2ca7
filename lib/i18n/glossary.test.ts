import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import ca from "./messages/ca.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

type Tree = { [key: string]: string | Tree };

const languages = { es, ca, en } as unknown as Record<"es" | "ca" | "en", Record<string, Tree>>;

/** The desk's texts: its pages, decisions, mail kinds and exported files. */
const PARTS = ["desk", "decisions", "mailKinds", "copy"];

const listTexts = (tree: Tree, path: string): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[`${path}.${key}`, value] as [string, string]]
      : listTexts(value, `${path}.${key}`),
  );

/** The texts of a language, without names of arguments and tags. */
const readTexts = (locale: "es" | "ca" | "en") =>
  PARTS.flatMap((part) => listTexts(languages[locale][part] as Tree, part)).map(
    ([key, text]) => [key, text.replaceAll(/\{\w+(?=[,}])|<\/?\w+>/g, "")] as const,
  );

const rows = readFileSync("docs/office/words.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, term = "", es = "", ca = "", en = "", replaced = ""]) => ({ term, es, ca, en, replaced }));

const findWord = (word: string) => new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, "iu");

const listReplaced = (locale: string) =>
  rows.flatMap(({ replaced }) =>
    replaced
      .split(/; (?=es:|ca:|en:)/)
      .filter((list) => list.startsWith(`${locale}: `))
      .flatMap((list) => list.slice(4).split(/, (?!madre o|mare o)/)),
  );

test.each(["es", "ca", "en"] as const)(
  "in %s the desk's texts use each term of docs/office/words.md",
  (locale) => {
    expect(rows.length).toBeGreaterThan(25);
    const texts = readTexts(locale);
    for (const row of rows) {
      const isUsed = texts.some(([, text]) => findWord(row[locale]).test(text));
      expect([row.term, row[locale], isUsed]).toEqual([row.term, row[locale], true]);
    }
  },
);

test.each(["es", "ca", "en"] as const)(
  "in %s no text of the desk uses a replaced word of docs/office/words.md",
  (locale) => {
    const words = listReplaced(locale);
    expect(words.length).toBeGreaterThan(10);
    const violations = readTexts(locale).flatMap(([key, text]) =>
      words.filter((word) => findWord(word).test(text)).map((word) => `${key}: “${word}” in “${text}”`),
    );
    expect(violations).toEqual([]);
  },
);

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import ca from "./messages/ca.json";
import en from "./messages/en.json";
import es from "./messages/es.json";

type Tree = { [key: string]: string | Tree };

const languages = { es, ca, en } as unknown as Record<"es" | "ca" | "en", Record<string, Tree>>;

/** The desk's texts: its pages, decisions, mail kinds and exported files. */
const PARTS = ["desk", "decisions", "mailKinds", "copy"];

const flat = (tree: Tree, at: string): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${at}.${key}`, value] as [string, string]] : flat(value, `${at}.${key}`),
  );

/** The texts of a language, without names of arguments and tags. */
const read = (locale: "es" | "ca" | "en") =>
  PARTS.flatMap((part) => flat(languages[locale][part] as Tree, part)).map(
    ([key, text]) => [key, text.replaceAll(/\{\w+(?=[,}])|<\/?\w+>/g, "")] as const,
  );

const rows = readFileSync("docs/office/words.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, thing = "", es = "", ca = "", en = "", replaced = ""]) => ({ thing, es, ca, en, replaced }));

const findWord = (word: string) => new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, "iu");

const replacedIn = (locale: string) =>
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
    const texts = read(locale);
    for (const row of rows) {
      const found = texts.some(([, text]) => findWord(row[locale]).test(text));
      expect([row.thing, row[locale], found]).toEqual([row.thing, row[locale], true]);
    }
  },
);

test.each(["es", "ca", "en"] as const)(
  "in %s no text of the desk uses a replaced word of docs/office/words.md",
  (locale) => {
    const words = replacedIn(locale);
    expect(words.length).toBeGreaterThan(10);
    const back = read(locale).flatMap(([key, text]) =>
      words.filter((word) => findWord(word).test(text)).map((word) => `${key}: “${word}” in “${text}”`),
    );
    expect(back).toEqual([]);
  },
);

import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readCodeBlocks } from "../support/documents/documents";

const RECIPES = "docs/recipes.md";
/** Names that only the examples define, and placeholders. */
const EXAMPLE_NAMES = `student_owns_instrument ownsInstrument owns_instrument greetings ask_instrument
  print_cards pin hint_written writeHint readHint hintWritten FIELD ADD _private`;
/** Files that only the examples create. */
const EXAMPLE_FILES = ["app/[locale]/(site)/visit/page.tsx", "app/[locale]/desk/(school)/hints/page.tsx"];
/** Props that a component passes on to its element. */
const HTML_PROPS = "className: rows:";

const OTHERS = "docs *.md public *package-lock.json prisma/migrations test/pages/expected-*".split(" ");
const files = execFileSync("git", ["ls-files", "-z", ".", ...OTHERS.map((name) => `:!${name}`)])
  .toString()
  .split("\0")
  .filter((file) => file && file !== path.relative(".", import.meta.filename) && existsSync(file));
const sources = files.map((file) => readFileSync(file, "utf8"));

/** Without comments, sentences and the values of JSON: a word in them is no name. */
const withoutProse = (text: string, file = "") =>
  file.endsWith(".json")
    ? (text.match(/"[^"\n]*"(?=:)/g) ?? []).join(" ")
    : text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--|#) .*$|"[^"\n]* [^"\n]*"/gm, '""');
const code = sources.map((text, index) => withoutProse(text, files[index]));

const listWords = (text: string): string[] => text.match(/[A-Za-z_]\w+/g) ?? [];
const exampleNames = listWords(EXAMPLE_NAMES);
const known = new Set([...files, ...code].flatMap(listWords));
const exampleCode = readCodeBlocks(RECIPES).filter(({ language }) => language.startsWith("ts"));

describe.each([RECIPES, "docs/architecture.md", "CONTRIBUTING.md"])("%s", (document) => {
  const blocks = readCodeBlocks(document).filter(({ language }) => language.startsWith("ts"));
  const prose = readFileSync(document, "utf8").replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
  const texts = [...blocks.map(({ text }) => withoutProse(text)), ...inline];

  test("has only names that exist", () => {
    const names = texts.filter((text) => !/^(?:[A-Z]*[\d.-]+|np[mx] .*)$/.test(text)).flatMap(listWords);
    expect(names.length).toBeGreaterThan(50);
    const unknown = names.filter((name) => !known.has(name) && !exampleNames.includes(name));
    expect([...new Set(unknown)]).toEqual([]);
  });

  test("calls only functions that are declared", () => {
    const called = texts.flatMap((text) => text.match(/(?<![\w.])[a-z]\w*(?=\()/g) ?? []);
    const parameters = texts.join("\n").match(/\(\{[^{}]*\}/g) ?? [];
    const bound = new Set([...parameters.flatMap(listWords), ...exampleNames, "async"]);
    const isDeclared = (name: string) => {
      const declaration = new RegExp(`^(?:export )?(?:async )?(?:function\\*?|const) ${name}\\b`, "m");
      return code.some((text) => declaration.test(text));
    };
    expect([...new Set(called)].filter((name) => !bound.has(name) && !isDeclared(name))).toEqual([]);
  });

  test("names only files and folders that exist", () => {
    const paths = inline
      .flatMap(
        (text) =>
          text.match(/^(?!\/)[\w[\].()*-]*(?:\/[\w[\].()*-]+)*(?:\/|\.(?:tsx?|sql|md|json|prisma))/) ?? [],
      )
      .filter((file) => !EXAMPLE_FILES.includes(file));
    expect(paths.length).toBeGreaterThan(10);
    const baseNames = new Set(files.map((file) => path.basename(file)));
    const missing = paths.filter(
      (file) => !existsSync(file) && globSync(file).length === 0 && !baseNames.has(file),
    );
    expect(missing).toEqual([]);
  });
});

test("the components of the recipes have the props that are passed", () => {
  const elements = exampleCode.flatMap(({ text }) => [
    ...text.matchAll(/<([A-Z]\w+)((?: \w+=(?:"[^"]*"|\{[^}]*\}))*)/g),
  ]);
  expect(elements.length).toBeGreaterThan(3);
  const missing = elements.flatMap(([, component = "", attributes = ""]) => {
    const source = sources.find((text) => new RegExp(`export (async )?function ${component}\\(`).test(text));
    return [...attributes.matchAll(/ (\w+)=/g)]
      .map(([, prop = ""]) => prop)
      .filter((prop) => !new RegExp(`\\b${prop}(\\?:|:|,| \\})`).test(`${source} ${HTML_PROPS}`))
      .map((prop) => `${component} ${prop}`);
  });
  expect(missing).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCodeBlocks } from "../support/documents/documents";

const RECIPES = "docs/recipes.md";
/** Names that only the examples define. */
const EXAMPLE_NAMES = `ownsInstrument owns_instrument withdrawByKey greetings record_more ask_instrument print_cards
  pin hint_written writeHint readHint hintWritten FIELD`;
/** Props that a component passes on to its element. */
const HTML_PROPS = "className: rows:";

const files = execFileSync("git", ["ls-files", ":!docs", ":!*.md", ":!public", `:!${import.meta.filename}`]);
const sources = files
  .toString()
  .trim()
  .split("\n")
  .map((file) => readFileSync(file, "utf8"));
const code = readCodeBlocks(RECIPES).filter(({ language }) => language.startsWith("ts"));
const inlineCode = readFileSync(RECIPES, "utf8").matchAll(/`([^`\n]+)`/g);

test("the recipes use names that exist", () => {
  const known = new Set(sources.concat(EXAMPLE_NAMES).flatMap((source) => source.match(/\w+/g) ?? []));
  const names = [...code.map(({ text }) => text), ...[...inlineCode].map(([, text = ""]) => text)].flatMap(
    (text) => text.match(/[A-Za-z_]\w+/g) ?? [],
  );
  expect(names.length).toBeGreaterThan(300);
  expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
});

test("the components of the recipes have the props that are passed", () => {
  const elements = code.flatMap(({ text }) => [
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

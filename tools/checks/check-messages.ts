import { globSync, readFileSync } from "node:fs";
import { locales } from "@/lib/i18n/locales";
import ca from "@/lib/i18n/messages/ca.json";
import en from "@/lib/i18n/messages/en.json";
import es from "@/lib/i18n/messages/es.json";
import { runMain } from "@/server/run-main";

type Tree = { [key: string]: string | Tree };

const languages = { es, ca, en } as unknown as Record<string, Tree>;

/** A part of a key that is computed. */
const INTERPOLATION = /\$\{[^}]*\}/g;

/** The message namespace of a file, from a translator or a desk page. */
const NAMESPACE = /(?:Translations(?:\(|<)|defineDeskPage\(\s*[^,]+,\s*)"([\w.]+)"/g;

/** W11: words that no message to families contains. */
const DISCOURAGED = /\b(invalid|inválid|invàlid|please|por favor|si us plau)/i;

// Part of `npm run check`: all languages have the same keys with the same placeholders, and every key is used. Types
// check that used keys exist (lib/i18n/app-config.d.ts), and lib/i18n/messages.test.ts the formats.
await runMain(async () => {
  const catalogs = locales.map((locale) => ({ locale, messages: new Map(flatten(languages[locale] ?? {})) }));
  const allKeys = new Set(catalogs.flatMap(({ messages }) => [...messages.keys()]));
  const expected = catalogs[0]?.messages;
  const problems = catalogs.flatMap(({ locale, messages }) => [
    ...[...allKeys].flatMap((key) => findDifferences(locale, key, messages.get(key), expected?.get(key))),
  ]);
  const used = listUses();
  const unused = [...allKeys].filter((key) => !used.some((isUse) => isUse(key)));
  problems.push(...unused.map((key) => `unused key: ${key}`));
  if (problems.length > 0) throw new Error(problems.join("\n"));
});

function findDifferences(locale: string, key: string, text: string | undefined, spanish = "") {
  if (text === undefined) return [`${locale}.json lacks ${key}`];
  if (text.trim() === "") return [`${locale}.json: empty text in ${key}`];
  const [actual, expected] = [listPlaceholders(text), listPlaceholders(spanish)];
  return [
    ...(actual === expected ? [] : [`${locale}.json fills in “${actual}” in ${key}, es.json “${expected}”`]),
    ...(key.startsWith("wizard.") && DISCOURAGED.test(text)
      ? [`${locale}.json: discouraged word in ${key}`]
      : []),
  ];
}

/** The arguments and tags of a message; plural categories and `_sound` arguments may differ between languages. */
function listPlaceholders(text: string): string {
  const found = [...text.matchAll(/\{([a-z]\w*)[,}]|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`);
  const compared = found.filter((name) => !name.endsWith("_sound"));
  return [...new Set(compared)].sort().join(", ");
}

function flatten(tree: Tree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, inner]) =>
    typeof inner === "string"
      ? [[`${prefix}${key}`, inner] as [string, string]]
      : flatten(inner, `${prefix}${key}.`),
  );
}

/** Tests for the literals of source files that may be keys, within the file's spaces. */
function listUses(): ((key: string) => boolean)[] {
  const files = globSync("{app,components,lib,server,commands}/**/*.{ts,tsx}", {
    exclude: ["**/*.test.*"],
  });
  return files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    if (!/ranslat|DeskPage|lib\/i18n\/messages/.test(source)) return [];
    const spaces = [...source.matchAll(NAMESPACE)].map(([, space]) => `${space}.`);
    return listLiterals(source).map((text) => {
      const pattern = new RegExp(
        `^${spaces.length > 0 ? `(${spaces.join("|")})` : "([\\w.-]+\\.)?"}${text}$`,
      );
      return (key: string) => pattern.test(key);
    });
  });
}

/** Literals that look like keys; an interpolation matches anything. */
function listLiterals(source: string): string[] {
  const literals = [...source.matchAll(/"([\w.-]+)"/g)].map(([, text = ""]) => text);
  const templates = [...source.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g)].map(([, text = ""]) => text);
  const candidates = new Set(
    [...literals, ...templates].filter((text) => /[a-z]/.test(text.replaceAll(INTERPOLATION, ""))),
  );
  return [...candidates].map((text) =>
    text
      .replaceAll(".", "\\.")
      .replace(/\$\{[^}]*\}$/, "[\\w.' -]+")
      .replaceAll(INTERPOLATION, "[\\w-]+"),
  );
}

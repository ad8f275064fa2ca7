import { globSync, readFileSync } from "node:fs";
import { locales } from "@/lib/i18n/locales";
import ca from "@/lib/i18n/messages/ca.json";
import en from "@/lib/i18n/messages/en.json";
import es from "@/lib/i18n/messages/es.json";
import { runMain } from "@/server/run-main";

type Tree = { [key: string]: string | Tree };

const languages = { es, ca, en } as unknown as Record<string, Tree>;

/** The interpolations of a template: a part of a key. */
const FILLED = /\$\{[^}]*\}/g;

/** The message namespace of a file, from a translator or a desk page. */
const SPACE = /(?:Translations(?:\(|<)|defineDeskPage\(\s*[^,]+,\s*)"([\w.]+)"/g;

/** W11: words that no message to families contains. */
const UNKIND = /\b(invalid|inválid|invàlid|please|por favor|si us plau)/i;

// Part of `npm run check`: all languages have the same keys with the same placeholders, and every key is used. Types
// check that used keys exist (lib/i18n/app-config.d.ts), and lib/i18n/messages.test.ts the formats.
await runMain(async () => {
  const words = locales.map((locale) => ({ locale, own: new Map(flat(languages[locale] ?? {})) }));
  const all = new Set(words.flatMap(({ own }) => [...own.keys()]));
  const expected = words[0]?.own;
  const problems = words.flatMap(({ locale, own }) => [
    ...[...all].flatMap((key) => disagreements(locale, key, own.get(key), expected?.get(key))),
  ]);
  const used = uses();
  const unused = [...all].filter((key) => !used.some((isUse) => isUse(key)));
  problems.push(...unused.map((key) => `nobody says ${key}`));
  if (problems.length > 0) throw new Error(problems.join("\n"));
});

function disagreements(locale: string, key: string, text: string | undefined, spanish = "") {
  if (text === undefined) return [`${locale}.json lacks ${key}`];
  if (text.trim() === "") return [`${locale}.json has no words for ${key}`];
  const [own, wanted] = [placeholders(text), placeholders(spanish)];
  return [
    ...(own === wanted ? [] : [`${locale}.json fills in “${own}” in ${key}, es.json “${wanted}”`]),
    ...(key.startsWith("wizard.") && UNKIND.test(text) ? [`${locale}.json is unkind in ${key}`] : []),
  ];
}

/** The arguments and tags of a message; plural categories and `_sound` arguments may differ between languages. */
function placeholders(text: string): string {
  const found = [...text.matchAll(/\{([a-z]\w*)[,}]|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`);
  const given = found.filter((name) => !name.endsWith("_sound"));
  return [...new Set(given)].sort().join(", ");
}

function flat(tree: Tree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, inner]) =>
    typeof inner === "string"
      ? [[`${prefix}${key}`, inner] as [string, string]]
      : flat(inner, `${prefix}${key}.`),
  );
}

/** Tests for the literals of source files that may be keys, within the file's namespaces. */
function uses(): ((key: string) => boolean)[] {
  const files = globSync("{app,components,lib,server,commands}/**/*.{ts,tsx}", {
    exclude: ["**/*.test.*"],
  });
  return files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    if (!/ranslat|DeskPage|lib\/i18n\/messages/.test(source)) return [];
    const spaces = [...source.matchAll(SPACE)].map(([, space]) => `${space}.`);
    return texts(source).map((text) => {
      const whole = new RegExp(`^${spaces.length > 0 ? `(${spaces.join("|")})` : "([\\w.-]+\\.)?"}${text}$`);
      return (key: string) => whole.test(key);
    });
  });
}

/** Literals that look like keys; an interpolation matches anything. */
function texts(source: string): string[] {
  const literals = [...source.matchAll(/"([\w.-]+)"/g)].map(([, text = ""]) => text);
  const templates = [...source.matchAll(/`((?:[\w.-]|\$\{[^`{}]*\})+)`/g)].map(([, text = ""]) => text);
  const fixed = new Set(
    [...literals, ...templates].filter((text) => /[a-z]/.test(text.replaceAll(FILLED, ""))),
  );
  return [...fixed].map((text) =>
    text
      .replaceAll(".", "\\.")
      .replace(/\$\{[^}]*\}$/, "[\\w.' -]+")
      .replaceAll(FILLED, "[\\w-]+"),
  );
}

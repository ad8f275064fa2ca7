import { locales } from "@/lib/i18n/locales";
import ca from "@/lib/i18n/messages/ca.json";
import en from "@/lib/i18n/messages/en.json";
import es from "@/lib/i18n/messages/es.json";
import { run } from "@/server/run";

const messages: Record<string, object> = { es, ca, en };

// Part of `npm run check`: every language has the same keys, with the same values to fill in.
await run(async () => {
  const all = new Set(locales.flatMap((locale) => [...flat(messages[locale] ?? {}).keys()]));
  const problems = locales.flatMap((locale) => {
    const own = flat(messages[locale] ?? {});
    return [...all].flatMap((key) => {
      const text = own.get(key);
      if (text === undefined) return [`${locale}.json lacks ${key}`];
      if (text.trim() === "") return [`${locale}.json has no words for ${key}`];
      const missing = argumentsOf(flat(es).get(key) ?? text).filter(
        (name) => !argumentsOf(text).includes(name),
      );
      return missing.map((name) => `${locale}.json does not use {${name}} in ${key}`);
    });
  });
  if (problems.length > 0) throw new Error(problems.join("\n"));
});

function flat(value: object, prefix = ""): Map<string, string> {
  const entries = Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "object" && inner !== null
      ? [...flat(inner, `${prefix}${key}.`)]
      : [[`${prefix}${key}`, String(inner)] as const],
  );
  return new Map(entries);
}

/** The names in braces: what the code fills in. */
function argumentsOf(text: string): string[] {
  return [...text.matchAll(/\{([a-z]\w*)[,}]/g)].map(([, name]) => name as string);
}

import ca from "@/lib/i18n/messages/ca.json";
import en from "@/lib/i18n/messages/en.json";
import es from "@/lib/i18n/messages/es.json";

type Words = { [key: string]: string | Words };

/** Messages that print their key and values: `desk.waiting.new.name(count=3)`. */
function byKey(words: Words, prefix = ""): Words {
  return Object.fromEntries(
    Object.entries(words).map(([key, inner]) => [
      key,
      typeof inner === "string" ? said(`${prefix}${key}`, inner) : byKey(inner, `${prefix}${key}.`),
    ]),
  );
}

function said(key: string, message: string): string {
  const values = [...new Set(valuesOf(message))].filter((name) => !name.endsWith("_sound"));
  const told = values.map((name) => `${name}={${name}}`).join(", ");
  return [told ? `${key}(${told})` : key, ...tagsOf(key, message)].join(" ");
}

/** Each tag of a message once, nested. */
function tagsOf(key: string, message: string): string[] {
  const inTag = new Map<string, string>();
  for (const [, tag = "", inner = ""] of message.matchAll(/<(\w+)>(.*?)<\/\1>/gs))
    inTag.set(tag, inTag.get(tag) ?? inner);
  return [...inTag].map(([tag, inner]) => {
    const within = tagsOf(key, inner).join(" ");
    return `<${tag}>${within || `${key}/${tag}`}</${tag}>`;
  });
}

/** Placeholders of a message; of plurals also those of the branches. */
function valuesOf(message: string): string[] {
  const found: string[] = [];
  for (let at = message.indexOf("{"); at >= 0; at = message.indexOf("{", at)) {
    const end = endOf(message, at);
    const [, name = "", rest = ""] = /^\{(\w+)(.*)\}$/s.exec(message.slice(at, end)) ?? [];
    found.push(name);
    for (let branch = rest.indexOf("{"); branch >= 0; branch = rest.indexOf("{", branch)) {
      const branchEnd = endOf(rest, branch);
      found.push(...valuesOf(rest.slice(branch + 1, branchEnd - 1)));
      branch = branchEnd;
    }
    at = end;
  }
  return found;
}

/** The position after the matching bracket. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}

export const messagesByKey = byKey(es as Words);

const others = { ca: inAList(ca as Words), en: inAList(en as Words) };

function inAList(words: Words, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, inner]) =>
      typeof inner === "string"
        ? [[`${prefix}${key}`, inner] as const]
        : [...inAList(inner, `${prefix}${key}.`)],
    ),
  );
}

/** Names of landmarks in other languages, once per key. */
export function listLandmarks(html: string): string[][] {
  const named = [...html.matchAll(LANDMARK)].map(([, , label, id]) => label ?? textOf(html, id as string));
  const keys = [...new Set(named)];
  return Object.values(others).map((words) =>
    keys.map((name) => name.replace(KEY, (key) => words.get(key) ?? key)),
  );
}

const LANDMARK = /<(nav|section|aside|form|search)\b[^>]*? aria-label(?:="([^"]*)"|ledby="([^"]*)")/g;
const KEY = /\b[a-zA-Z]\w*(?:\.[\w-]+)+/g;

const textOf = (html: string, id: string) =>
  new RegExp(`id="${id}"[^>]*>(.*?)</(?:h\\d|p|span|legend)>`).exec(html)?.[1]?.replace(/<[^>]*>/g, "") ?? id;

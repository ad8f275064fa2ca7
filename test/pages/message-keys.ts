import ca from "@/lib/i18n/messages/ca.json";
import en from "@/lib/i18n/messages/en.json";
import es from "@/lib/i18n/messages/es.json";

type Messages = { [key: string]: string | Messages };

/** Messages that print their key and values: `desk.waiting.new.name(count=3)`. */
function toKeyMessages(messages: Messages, prefix = ""): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, inner]) => [
      key,
      typeof inner === "string"
        ? formatKey(`${prefix}${key}`, inner)
        : toKeyMessages(inner, `${prefix}${key}.`),
    ]),
  );
}

function formatKey(key: string, message: string): string {
  const values = [...new Set(listPlaceholders(message))].filter((name) => !name.endsWith("_sound"));
  const placeholders = values.map((name) => `${name}={${name}}`).join(", ");
  return [placeholders ? `${key}(${placeholders})` : key, ...formatTags(key, message)].join(" ");
}

/** Each tag of a message once, nested. */
function formatTags(key: string, message: string): string[] {
  const contents = new Map<string, string>();
  for (const [, tag = "", inner = ""] of message.matchAll(/<(\w+)>(.*?)<\/\1>/gs))
    contents.set(tag, contents.get(tag) ?? inner);
  return [...contents].map(([tag, inner]) => {
    const nested = formatTags(key, inner).join(" ");
    return `<${tag}>${nested || `${key}/${tag}`}</${tag}>`;
  });
}

/** Placeholders of a message; of plurals also those of the branches. */
function listPlaceholders(message: string): string[] {
  const names: string[] = [];
  for (let start = message.indexOf("{"); start >= 0; start = message.indexOf("{", start)) {
    const end = findEnd(message, start);
    const [, name = "", branches = ""] = /^\{(\w+)(.*)\}$/s.exec(message.slice(start, end)) ?? [];
    names.push(name);
    for (let branch = branches.indexOf("{"); branch >= 0; branch = branches.indexOf("{", branch)) {
      const branchEnd = findEnd(branches, branch);
      names.push(...listPlaceholders(branches.slice(branch + 1, branchEnd - 1)));
      branch = branchEnd;
    }
    start = end;
  }
  return names;
}

/** The position after the matching bracket. */
function findEnd(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    if (text[index] === "{") depth++;
    if (text[index] === "}" && --depth === 0) return index + 1;
  }
  return text.length;
}

export const messagesByKey = toKeyMessages(es as Messages);

const otherLanguages = { ca: flatten(ca as Messages), en: flatten(en as Messages) };

function flatten(messages: Messages, prefix = ""): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, inner]) =>
      typeof inner === "string"
        ? [[`${prefix}${key}`, inner] as const]
        : [...flatten(inner, `${prefix}${key}.`)],
    ),
  );
}

/** Names of landmarks in other languages, once per key. */
export function listLandmarks(html: string): string[][] {
  const named = [...html.matchAll(LANDMARK)].map(([, , label, id]) => label ?? findText(html, id as string));
  const keys = [...new Set(named)];
  return Object.values(otherLanguages).map((messages) =>
    keys.map((name) => name.replace(KEY, (key) => messages.get(key) ?? key)),
  );
}

const LANDMARK = /<(nav|section|aside|form|search)\b[^>]*? aria-label(?:="([^"]*)"|ledby="([^"]*)")/g;
const KEY = /\b[a-zA-Z]\w*(?:\.[\w-]+)+/g;

const findText = (html: string, id: string) =>
  new RegExp(`id="${id}"[^>]*>(.*?)</(?:h\\d|p|span|legend)>`).exec(html)?.[1]?.replace(/<[^>]*>/g, "") ?? id;

import { readFile } from "node:fs/promises";
import type { Locale } from "@/lib/i18n/locales";

export type GuideSection = { id: string; title: string; text: string };

export const readGuideSource = (name: string, language: Locale): Promise<string> =>
  readFile(`docs/guides/${language}/${name}.md`, "utf8");

/** Title, lead and sections, which have anchors `{#id}`. */
export async function readGuide(name: string, language: Locale) {
  const source = await readGuideSource(name, language);
  const [opening = "", ...rest] = source.split(/^## (.+) \{#([\w-]+)\}$/m);
  const [, title = "", intro = ""] = /^# (.+)\n\n([\s\S]*)$/.exec(opening.trim()) ?? [];
  const sections: GuideSection[] = [];
  for (let index = 0; index < rest.length; index += 3) {
    const [title = "", id = "", text = ""] = rest.slice(index, index + 3);
    sections.push({ id, title, text });
  }
  return { title, intro, sections };
}

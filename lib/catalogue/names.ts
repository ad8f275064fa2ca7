import { getCatalogueLang } from "@/lib/i18n/locales";

/** What the catalogue names: by the school's own name, and optionally in Catalan and English. */
export type Named = {
  name: string;
  names?: { ca: string | null; en: string | null } | undefined;
  /** Of a syllabus: they name it where it has no name of its own. */
  degree?: Named;
  course?: Named;
};

/** A name as families read it; `lang` where its language is not the page's. */
export type LocalName = { text: string; lang: string | undefined };

/** A name in a page's language, else the school's own. */
export function getNameIn({ name, names, degree, course }: Named, locale: string): LocalName {
  const local = locale === "es" ? name : names?.[locale as "ca" | "en"];
  if (local) return { text: local, lang: undefined };
  if (name || !degree || !course) return { text: name, lang: getCatalogueLang(locale) };
  return joinNames([getNameIn(degree, locale), getNameIn(course, locale)], ", ");
}

/** Several names in a line; in the school's language as soon as one of them is. */
export function joinNames(names: readonly (LocalName | undefined)[], by: string): LocalName {
  const known = names.filter((name) => name !== undefined && name.text !== "") as LocalName[];
  return {
    text: known.map(({ text }) => text).join(by),
    lang: known.find(({ lang }) => lang !== undefined)?.lang,
  };
}

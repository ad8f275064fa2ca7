/** A catalogue item's names: in Spanish, and optionally in Catalan and English. */
export type Named = {
  name: string;
  names?: { ca: string | null; en: string | null } | undefined;
  /** For a syllabus without name: degree and course name it. */
  degree?: Named;
  course?: Named;
};

/** A name for display; `lang` when its language differs from the page's. */
export type LocalName = { text: string; lang: string | undefined };

/** The name in a page's language, else the Spanish one. */
export function getNameIn({ name, names, degree, course }: Named, locale: string): LocalName {
  const local = locale === "es" ? name : names?.[locale as "ca" | "en"];
  if (local) return { text: local, lang: undefined };
  if (name || !degree || !course) return { text: name, lang: locale === "es" ? undefined : "es" };
  return joinNames([getNameIn(degree, locale), getNameIn(course, locale)], ", ");
}

/** Joins names; the result has the catalogue's language as soon as one of them does. */
export function joinNames(names: readonly (LocalName | undefined)[], separator: string): LocalName {
  const nonEmpty = names.filter((name) => name !== undefined && name.text !== "") as LocalName[];
  return {
    text: nonEmpty.map(({ text }) => text).join(separator),
    lang: nonEmpty.find(({ lang }) => lang !== undefined)?.lang,
  };
}

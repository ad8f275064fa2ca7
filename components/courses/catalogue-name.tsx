import { useLocale } from "next-intl";
import { toSentenceCase } from "@/lib/catalogue/course-price";
import { getNameIn, type Named } from "@/lib/catalogue/names";

/** A name from the catalogue, translated if the school has a translation. */
export function CatalogueName({ item, uncapitalised = false }: { item: Named; uncapitalised?: boolean }) {
  const { text, lang } = getNameIn(item, useLocale());
  return <span lang={lang}>{uncapitalised ? toSentenceCase(text) : text}</span>;
}

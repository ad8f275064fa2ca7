import { useLocale, useTranslations } from "next-intl";
import { syllabusName, toSentenceCase } from "@/lib/catalogue/course-price";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { getCatalogueLang } from "@/lib/i18n/locales";

type Props = {
  age: number;
  instrument: Speciality | undefined;
  /** The first course that they are too young for. */
  next: CatalogueSyllabus | undefined;
};

/** That no course suits, and which one will. */
export function NoCourse({ age, instrument, next }: Props) {
  const t = useTranslations("finder");
  const lang = getCatalogueLang(useLocale());
  const words = {
    age,
    instrument: instrument ? "yes" : "no",
    speciality: () => <span lang={lang}>{toSentenceCase(instrument?.name ?? "")}</span>,
  };
  if (!next) return t.rich("noneAtAll", words);
  const course = () => <span lang={lang}>{syllabusName(next)}</span>;
  return t.rich("noneYet", { ...words, course, from: next.age });
}

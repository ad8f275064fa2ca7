import { useLocale, useTranslations } from "next-intl";
import { syllabusName, toSentenceCase } from "@/lib/catalogue/course-price";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { getCatalogueLang } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";

type Props = { course: CatalogueSyllabus; instrument: Speciality | undefined };

/** The course that was chosen in the finder, and the way to another one. */
export function ChosenCourse({ course, instrument }: Props) {
  const t = useTranslations("finder");
  const lang = getCatalogueLang(useLocale());
  return (
    <p className="card mb-6">
      {t.rich("chosen", {
        instrument: instrument ? "yes" : "no",
        course: () => <strong lang={lang}>{syllabusName(course)}</strong>,
        speciality: () => <span lang={lang}>{toSentenceCase(instrument?.name ?? "")}</span>,
      })}{" "}
      <Link href="/#courses">{t("change")}</Link>
    </p>
  );
}

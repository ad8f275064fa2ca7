import { useLocale, useTranslations } from "next-intl";
import type { RadioOption } from "@/components/ui/controls/radio-group";
import { formatMinutes, formatPrice, toSentenceCase } from "@/lib/catalogue/course-price";
import type { Course } from "@/lib/catalogue/find-courses";
import { getNameIn, joinNames } from "@/lib/catalogue/names";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { CatalogueName } from "./catalogue-name";

/**
 * A course as a card says it: its name, hours and subjects in a line, a test where there is one, and its price with the
 * instrument; its age where that is another than the one `said` above it.
 */
export function useCourseOption(
  instrument?: Pick<Speciality, "id">,
): (course: Course, said?: number) => RadioOption {
  const t = useTranslations("finder");
  const price = useTranslations("price");
  const locale = useLocale();
  return ({ syllabus, price: cost, minutes, minutesAtLeast }, said) => {
    const { names, lang, plus } = subjectsOf(syllabus, locale, instrument?.id);
    const time =
      minutes > 0 && t("weekly", { least: minutesAtLeast ? "yes" : "no", time: formatMinutes(minutes) });
    const age = said !== undefined && syllabus.age !== said && t("from", { age: syllabus.age });
    const after = [syllabus.admission === "test" && t("test"), age]
      .filter(Boolean)
      .map((each) => ` · ${each}`);
    return {
      value: String(syllabus.id),
      label: <CatalogueName of={syllabus} />,
      hint: (
        <>
          {time}
          {names && (
            <>
              {time && ": "}
              <span lang={lang}>{names}</span>
              {plus && ` ${t(plus)}`}
            </>
          )}
          {after}
        </>
      ),
      price: formatPrice(cost, price, locale).line,
    };
  };
}

/**
 * What is taught, in a line, but for what the course's name says; `plus` is what follows: the instrument's own subject
 * where that depends on which one it is, or more than fits the line.
 */
function subjectsOf(syllabus: CatalogueSyllabus, locale: string, instrument?: number) {
  const { subjects_mandatories, speciality_subjects } = syllabus;
  const own = speciality_subjects.filter(({ speciality_id }) => speciality_id === instrument);
  const open = own.length === 0 && speciality_subjects.length > 0;
  const title = getNameIn(syllabus, locale).text.toLocaleLowerCase();
  const named = [...own, ...subjects_mandatories].map((subject) => getNameIn(subject, locale));
  const { lang } = joinNames(named, "");
  const all = named
    .map(({ text }) => shortName(text))
    .filter((name) => !title.includes(name.toLocaleLowerCase()))
    .map(toSentenceCase);
  const plus = open ? ("plus" as const) : all.length > FEW ? ("more" as const) : undefined;
  const list = new Intl.ListFormat(lang ?? locale);
  return { names: plus ? all.slice(0, FEW).join(", ") : list.format(all), lang, plus };
}

/** Subjects in a line. */
const FEW = 3;

/** A subject without what tells it from those of other courses: "Violín (elemental)" as "Violín". */
const shortName = (name: string) => name.replace(/( \(.*\)|, [^,]*\d[^,]*| \d+)+$/, "");

import { useLocale, useTranslations } from "next-intl";
import type { RadioOption } from "@/components/ui/controls/radio-group";
import { formatMinutes, formatPrice, toSentenceCase } from "@/lib/catalogue/course-price";
import type { Course } from "@/lib/catalogue/find-courses";
import { getNameIn, joinNames } from "@/lib/catalogue/names";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { CatalogueName } from "./catalogue-name";

/**
 * A course as an option: name, hours, subjects, test, price with the instrument. The age only where it
 * differs from `said`, the heading's.
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

/** The subjects in one line, without what the course's name already says; `plus` follows them. */
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

/** Subjects per line. */
const FEW = 3;

/** "Violín (elemental)" becomes "Violín". */
const shortName = (name: string) => name.replace(/( \(.*\)|, [^,]*\d[^,]*| \d+)+$/, "");

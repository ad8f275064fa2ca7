import { useLocale, useTranslations } from "next-intl";
import type { RadioOption } from "@/components/ui/controls/radio-group";
import { formatMinutes, formatPrice, toSentenceCase } from "@/lib/catalogue/course-price";
import type { Course } from "@/lib/catalogue/find-courses";
import { getNameIn, joinNames } from "@/lib/catalogue/names";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { CatalogueName } from "./catalogue-name";

/** A course as an option: name, hours, subjects, test, price with the instrument, ages below a heading of ages. */
export function useCourseOption(
  instrument?: Pick<Speciality, "id">,
): (course: Course, headingAge?: number) => RadioOption {
  const t = useTranslations("finder");
  const tPrice = useTranslations("price");
  const locale = useLocale();
  return ({ syllabus, price, minutes, minutesAtLeast }, headingAge) => {
    const { names, lang, plus } = listSubjects(syllabus, locale, instrument?.id);
    const time =
      minutes > 0 && t("weekly", { least: minutesAtLeast ? "yes" : "no", time: formatMinutes(minutes) });
    const { age, highest_start_age: highest } = syllabus;
    const ages =
      highest === age
        ? [t("years", { age })]
        : [age !== headingAge && t("from", { age }), highest !== null && t("upToAge", { age: highest })];
    const suffixes = [
      syllabus.admission !== "open" && t(syllabus.admission),
      ...(headingAge === undefined ? [] : ages),
    ]
      .filter(Boolean)
      .map((text) => ` · ${text}`);
    return {
      value: String(syllabus.id),
      label: <CatalogueName item={syllabus} />,
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
          {suffixes}
        </>
      ),
      price: formatPrice(price, tPrice, locale).line,
    };
  };
}

/** The subjects in one line, without what the course's name already says; `plus` follows them. */
function listSubjects(syllabus: CatalogueSyllabus, locale: string, instrument?: number) {
  const { subjects_mandatories, speciality_subjects } = syllabus;
  const ofInstrument = speciality_subjects.filter(({ speciality_id }) => speciality_id === instrument);
  const hasMore = ofInstrument.length === 0 && speciality_subjects.length > 0;
  const title = getNameIn(syllabus, locale).text.toLocaleLowerCase();
  const subjects = [...ofInstrument, ...subjects_mandatories].map((subject) => getNameIn(subject, locale));
  const { lang } = joinNames(subjects, "");
  const names = subjects
    .map(({ text }) => shortenName(text))
    .filter((name) => !title.includes(name.toLocaleLowerCase()))
    .map(toSentenceCase);
  const plus = hasMore ? ("plus" as const) : names.length > MAX_SUBJECTS ? ("more" as const) : undefined;
  const list = new Intl.ListFormat(lang ?? locale);
  return { names: plus ? names.slice(0, MAX_SUBJECTS).join(", ") : list.format(names), lang, plus };
}

const MAX_SUBJECTS = 3;

/** "Violín (elemental)" becomes "Violín". */
const shortenName = (name: string) => name.replace(/( \(.*\)|, [^,]*\d[^,]*| \d+)+$/, "");

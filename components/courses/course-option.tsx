import { useLocale, useTranslations } from "next-intl";
import type { RadioOption } from "@/components/ui/controls/radio-group";
import { formatMinutes, formatPrice, syllabusName, toSentenceCase } from "@/lib/catalogue/course-price";
import type { Course } from "@/lib/catalogue/find-courses";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { getCatalogueLang } from "@/lib/i18n/locales";

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
  const lang = getCatalogueLang(locale);
  return ({ syllabus, price: cost, minutes, minutesAtLeast }, said) => {
    const { amount, per } = formatPrice(cost, price, locale);
    const { names, open } = subjectsOf(syllabus, instrument?.id);
    const time =
      minutes > 0 && t("weekly", { least: minutesAtLeast ? "yes" : "no", time: formatMinutes(minutes) });
    const age = said !== undefined && syllabus.age !== said && t("from", { age: syllabus.age });
    const after = [syllabus.admission === "test" && t("test"), age]
      .filter(Boolean)
      .map((each) => ` · ${each}`);
    return {
      value: String(syllabus.id),
      label: <span lang={lang}>{syllabusName(syllabus)}</span>,
      hint: (
        <>
          {time}
          {names && (
            <>
              {time && ": "}
              <span lang={lang}>{names}</span>
              {open && ` ${t("plus")}`}
            </>
          )}
          {after}
        </>
      ),
      price: (
        <>
          {amount} {per && <span className="block text-small font-normal text-muted">{per}</span>}
        </>
      ),
    };
  };
}

/** What is taught, in a line; `open` where the instrument's own subject depends on which one it is. */
function subjectsOf({ subjects_mandatories, speciality_subjects }: CatalogueSyllabus, instrument?: number) {
  const own = speciality_subjects.filter(({ speciality_id }) => speciality_id === instrument);
  const open = own.length === 0 && speciality_subjects.length > 0;
  const all = [...own, ...subjects_mandatories].map(({ name }) => toSentenceCase(shortName(name)));
  // "…, choir" where "and the instrument" follows.
  return { names: open ? all.join(", ") : list.format(all), open };
}

/** A subject without what tells it from those of other courses: "Violín (elemental)" as "Violín". */
const shortName = (name: string) => name.replace(/ ?\(.*\)$| \d+$/, "");

/** In the catalogue's language, whatever the page's. */
const list = new Intl.ListFormat("es");

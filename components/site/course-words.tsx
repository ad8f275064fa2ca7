import { useLocale, useTranslations } from "next-intl";
import type { Choice } from "@/components/ui/radios";
import type { Course } from "@/lib/catalogue/find-courses";
import { inSentence, priceWords } from "@/lib/catalogue/price-words";
import type { Speciality, Syllabus } from "@/lib/catalogue/schema";
import { catalogueLang } from "@/lib/i18n/locales";

/** A course as a card of a choice says it: its name, what is taught, hours and age, and its price with the instrument. */
export function useCourseWords(instrument?: Pick<Speciality, "id">): (course: Course) => Choice {
  const t = useTranslations("finder");
  const price = useTranslations("price");
  const locale = useLocale();
  const lang = catalogueLang(locale);
  return ({ syllabus, price: cost, minutes, minutesAtLeast }) => {
    const { amount, per } = priceWords(cost, price, locale);
    const name = syllabus.name || `${syllabus.degree.name}, ${syllabus.course.name}`;
    const { names, open } = subjectsOf(syllabus, instrument?.id);
    const facts = [
      minutes > 0 && t("weekly", { least: minutesAtLeast ? "yes" : "no", hours: minutes / 60 }),
      syllabus.age > 0 && t("from", { age: syllabus.age }),
    ];
    return {
      value: String(syllabus.id),
      label: <span lang={lang}>{name}</span>,
      hint: (
        <>
          {names && names !== name && (
            <span className="block">
              <span lang={lang}>{names}</span>
              {open && ` ${t("plus")}`}
            </span>
          )}
          {facts.filter(Boolean).join(" · ")}
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
function subjectsOf({ subjects_mandatories, speciality_subjects }: Syllabus, instrument?: number) {
  const own = speciality_subjects.filter(({ speciality_id }) => speciality_id === instrument);
  const open = own.length === 0 && speciality_subjects.length > 0;
  const [first, ...others] = [...own, ...subjects_mandatories].map(({ name }) => name);
  const all = first ? [first, ...others.map(inSentence)] : [];
  // "…, choir" where "and the instrument" follows.
  return { names: open ? all.join(", ") : list.format(all), open };
}

/** In the catalogue's language, whatever the page's. */
const list = new Intl.ListFormat("es");

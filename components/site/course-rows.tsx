import { useLocale, useTranslations } from "next-intl";
import { Fold } from "@/components/ui/fold";
import { Icon } from "@/components/ui/icon";
import { chevronRight } from "@/components/ui/icons";
import { comparePrices, type Tariff } from "@/lib/catalogue/course-price";
import { type Course, findCourses } from "@/lib/catalogue/find-courses";
import { priceWords } from "@/lib/catalogue/price-words";
import type { Speciality, Syllabus } from "@/lib/catalogue/schema";
import { catalogueLang } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { useCourseWords } from "./course-words";

type RowsProps = { courses: Course[]; instrument?: Speciality; href: string };

/** Courses in a list, each a way to ask for a place. */
export function CourseRows({ courses, instrument, href }: RowsProps) {
  const wordsOf = useCourseWords(instrument);
  return (
    <ul className="link-rows border-0">
      {courses.map(wordsOf).map(({ value, label, hint, price }) => (
        <li key={value}>
          <Link href={href} className="max-md:flex-wrap">
            <span className="items-center gap-x-6 max-md:contents md:grid md:grid-cols-2">
              <b className="max-md:flex-1">{label}</b>
              <span className="block max-md:order-1 max-md:basis-full">{hint}</span>
            </span>
            <span className="min-w-24 text-end font-semibold tabular-nums">{price}</span>
            <Icon d={chevronRight} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** All courses, folded by degree: of each is seen from which age and price it is. */
export function CoursesByDegree({
  syllabi,
  tariff,
  href,
}: {
  syllabi: Syllabus[];
  tariff: Tariff;
  href: string;
}) {
  const lang = catalogueLang(useLocale());
  const { found } = findCourses(syllabi, {}, tariff);
  const degrees = [...new Map(found.map(({ syllabus: { degree } }) => [degree.id, degree])).values()];
  return degrees.map(({ id, name }) => {
    const courses = found.filter(({ syllabus }) => syllabus.degree.id === id);
    return (
      <Fold key={id} summary={<Summary name={name} lang={lang} courses={courses} />}>
        <CourseRows courses={courses} href={href} />
      </Fold>
    );
  });
}

function Summary({ name, lang, courses }: { name: string; lang?: string; courses: Course[] }) {
  const t = useTranslations("finder");
  const price = useTranslations("price");
  const locale = useLocale();
  const ages = courses.map(({ syllabus }) => syllabus.age).filter((age) => age > 0);
  const prices = courses.map(({ price }) => price).filter((price) => price !== undefined);
  const least = prices.toSorted(comparePrices)[0];
  const several = least && {
    ...least,
    atLeast: least.atLeast || prices.some(({ year }) => year > least.year),
  };
  return (
    <span className="grid grow items-center gap-x-4 py-3 sm:grid-cols-[minmax(0,1fr)_9rem_13rem]">
      <b lang={lang} className="text-[1.0625em]">
        {name}
      </b>
      <span className="text-small font-normal text-muted">
        {ages.length > 0 && t("from", { age: Math.min(...ages) })}
      </span>
      <span className="text-small font-normal text-ink tabular-nums sm:text-end">
        {several && priceWords(several, price, locale).line}
      </span>
    </span>
  );
}

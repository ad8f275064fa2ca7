import { useLocale, useTranslations } from "next-intl";
import { Disclosure } from "@/components/ui/disclosure";
import { Icon } from "@/components/ui/icons/icon";
import { chevronRight } from "@/components/ui/icons/paths";
import { comparePrices, formatPrice } from "@/lib/catalogue/course-price";
import type { Course } from "@/lib/catalogue/find-courses";
import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { Link } from "@/lib/i18n/navigation";
import { CatalogueName } from "./catalogue-name";
import { useCourseOption } from "./course-option";

type ListProps = {
  courses: Course[];
  instrument?: Speciality;
  getHref: (course: Course) => string;
  /** The lowest age of the list's heading; courses with the same one do not repeat it. */
  minAge?: number;
};

export function CourseList({ courses, instrument, getHref, minAge }: ListProps) {
  const toOption = useCourseOption(instrument);
  return (
    <ul className="link-rows border-0">
      {courses.map((course) => {
        const { value, label, hint, price } = toOption(course, minAge);
        return (
          <li key={value}>
            <Link href={getHref(course)} className="max-md:flex-wrap">
              <span className="items-center gap-x-6 max-md:contents md:grid md:grid-cols-2">
                <b className="max-md:flex-1">{label}</b>
                <span className="block max-md:order-1 max-md:basis-full">{hint}</span>
              </span>
              <span className="min-w-24 text-end font-semibold whitespace-nowrap figures">{price}</span>
              <Icon d={chevronRight} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

type Group = { degree: CatalogueSyllabus["degree"]; courses: Course[]; minAge: number };

export function groupByDegree(courses: Course[]): Group[] {
  const degrees = new Map(courses.map(({ syllabus: { degree } }) => [degree.id, degree]));
  return [...degrees.values()]
    .sort((a, b) => a.order - b.order || a.id - b.id)
    .map((degree) => {
      const group = courses.filter(({ syllabus }) => syllabus.degree.id === degree.id);
      return { degree, courses: group, minAge: Math.min(...group.map(({ syllabus }) => syllabus.age)) };
    });
}

export function CoursesByDegree({ courses, ...listProps }: Omit<ListProps, "minAge">) {
  return groupByDegree(courses).map((group) => (
    <Disclosure key={group.degree.id} summary={<DegreeSummary {...group} />}>
      <CourseList {...listProps} courses={group.courses} minAge={group.minAge} />
    </Disclosure>
  ));
}

export function DegreeSummary({ degree, courses, minAge }: Group) {
  const t = useTranslations("finder");
  const tPrice = useTranslations("price");
  const locale = useLocale();
  const prices = courses.map(({ price }) => price).filter((price) => price !== undefined);
  const cheapest = prices.toSorted(comparePrices)[0];
  const fromPrice = cheapest && {
    ...cheapest,
    atLeast: cheapest.atLeast || prices.some(({ year }) => year > cheapest.year),
  };
  return (
    <span className="grid grow items-center gap-x-4 py-1 max-sm:leading-tight sm:py-2 sm:grid-cols-[minmax(0,1fr)_9rem_13rem]">
      <b className="text-[1.0625em]">
        <CatalogueName item={degree} />
      </b>
      <span className="text-small font-normal text-muted sm:contents">
        <span className="whitespace-nowrap">{minAge > 0 && t("from", { age: minAge })}</span>
        {minAge > 0 && fromPrice && <span className="sm:hidden"> · </span>}
        <span className="whitespace-nowrap text-ink figures sm:text-end">
          {fromPrice && formatPrice(fromPrice, tPrice, locale).line}
        </span>
      </span>
    </span>
  );
}

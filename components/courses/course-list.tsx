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

type RowsProps = {
  courses: Course[];
  instrument?: Speciality;
  hrefOf: (course: Course) => string;
  /** The lowest age of the list's heading; courses with the same one do not repeat it. */
  from?: number;
};

export function CourseList({ courses, instrument, hrefOf, from }: RowsProps) {
  const toOption = useCourseOption(instrument);
  return (
    <ul className="link-rows border-0">
      {courses.map((course) => {
        const { value, label, hint, price } = toOption(course, from);
        return (
          <li key={value}>
            <Link href={hrefOf(course)} className="max-md:flex-wrap">
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

type Group = { degree: CatalogueSyllabus["degree"]; courses: Course[]; from: number };

export function groupByDegree(courses: Course[]): Group[] {
  const degrees = new Map(courses.map(({ syllabus: { degree } }) => [degree.id, degree]));
  return [...degrees.values()]
    .sort((one, other) => one.order - other.order || one.id - other.id)
    .map((degree) => {
      const own = courses.filter(({ syllabus }) => syllabus.degree.id === degree.id);
      return { degree, courses: own, from: Math.min(...own.map(({ syllabus }) => syllabus.age)) };
    });
}

export function CoursesByDegree({ courses, ...rows }: Omit<RowsProps, "from">) {
  return groupByDegree(courses).map((group) => (
    <Disclosure key={group.degree.id} summary={<DegreeSummary {...group} />}>
      <CourseList {...rows} courses={group.courses} from={group.from} />
    </Disclosure>
  ));
}

export function DegreeSummary({ degree, courses, from }: Group) {
  const t = useTranslations("finder");
  const price = useTranslations("price");
  const locale = useLocale();
  const prices = courses.map(({ price }) => price).filter((price) => price !== undefined);
  const least = prices.toSorted(comparePrices)[0];
  const several = least && {
    ...least,
    atLeast: least.atLeast || prices.some(({ year }) => year > least.year),
  };
  return (
    <span className="grid grow items-center gap-x-4 py-1 max-sm:leading-tight sm:py-2 sm:grid-cols-[minmax(0,1fr)_9rem_13rem]">
      <b className="text-[1.0625em]">
        <CatalogueName of={degree} />
      </b>
      <span className="text-small font-normal text-muted sm:contents">
        <span className="whitespace-nowrap">{from > 0 && t("from", { age: from })}</span>
        {from > 0 && several && <span className="sm:hidden"> · </span>}
        <span className="whitespace-nowrap text-ink figures sm:text-end">
          {several && formatPrice(several, price, locale).line}
        </span>
      </span>
    </span>
  );
}

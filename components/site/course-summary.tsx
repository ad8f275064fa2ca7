import { useLocale, useTranslations } from "next-intl";
import { formatMinutes, formatPrice, type Price } from "@/lib/catalogue/course-price";
import type { LocalName } from "@/lib/catalogue/names";
import type { RequestedCourse } from "@/lib/catalogue/requested-courses";

type Props = {
  course: { name: LocalName; weekly: RequestedCourse["weekly"]; price: Price | undefined } | undefined;
};

/** Instrument, course, weekly hours and monthly price in one line. */
export function CourseSummary({ course }: Props) {
  const t = useTranslations("finder");
  const facts = useCourseFacts(course);
  if (!course) return null;
  const { name } = course;
  return (
    <>
      {name.text ? <b lang={name.lang}>{name.text}</b> : t("open")}
      {facts.map((fact) => ` · ${fact}`)}
    </>
  );
}

export function useCourseFacts(
  course: { weekly: RequestedCourse["weekly"]; price?: Price | undefined } | undefined,
): string[] {
  const t = useTranslations("finder");
  const tPrice = useTranslations("price");
  const locale = useLocale();
  const facts = [
    course?.weekly?.minutes &&
      t("weekly", {
        least: course.weekly.atLeast ? "yes" : "no",
        time: formatMinutes(course.weekly.minutes),
      }),
    course?.price && formatPrice(course.price, tPrice, locale).line,
  ];
  return facts.filter((fact) => typeof fact === "string");
}

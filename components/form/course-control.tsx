import { useTranslations } from "next-intl";
import { useCourseWords } from "@/components/site/course-words";
import { type Course, courseOf, findCourses } from "@/lib/catalogue/find-courses";
import { RadioControl } from "./controls";
import type { QuestionData } from "./question-data";

type Props = { name: string; label: string; hint?: string; optional: boolean; data: QuestionData };

/** The courses as cards, each with hours and price: those that fit the age, and all others folded (families 4, 35). */
export function CourseControl({ data, ...shared }: Props) {
  const t = useTranslations("wizard.courses");
  const { syllabi, taken, tariff } = data.catalogue;
  const wordsOf = useCourseWords(taken);
  const { found } = findCourses(syllabi, { age: data.atStart?.age }, tariff);
  const all = findCourses(syllabi, {}, tariff).found;
  const others = all.filter(({ syllabus }) => !found.some((one) => one.syllabus === syllabus));
  const [first, more] = found.length > 0 ? [found, others] : [all, []];
  // With the instrument that was chosen above, also where the course is not for it.
  const said = ({ syllabus }: Course) => wordsOf(courseOf(syllabus, tariff, taken?.id));
  return (
    <RadioControl
      {...shared}
      choices={[...first.map(said), { value: "", label: t("none") }]}
      folded={more.length > 0 ? { summary: t("others"), choices: more.map(said) } : undefined}
    />
  );
}

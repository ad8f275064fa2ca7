import { useTranslations } from "next-intl";
import { useCourseWords } from "@/components/site/course-words";
import { type Course, findCourses } from "@/lib/catalogue/find-courses";
import { RadioControl } from "./controls";
import type { QuestionData } from "./question-data";

type Props = { name: string; label: string; hint?: string; optional: boolean; data: QuestionData };

/**
 * The courses as cards, each with hours and price: the one that is chosen and those that fit, those for the instrument
 * first, and all others folded (families 4, 35, 37). With the instrument that was chosen above, also where the course
 * is not for it.
 */
export function CourseControl({ data, ...shared }: Props) {
  const t = useTranslations("wizard.courses");
  const { syllabi, taken, held, tariff } = data.catalogue;
  const wordsOf = useCourseWords(taken);
  const wanted = { age: data.atStart?.age, instrument: taken?.id };
  const { found, near, others } = findCourses(syllabi, wanted, tariff);
  const isHeld = ({ syllabus }: Course) => syllabus === held;
  const fitting = [...found, ...near];
  const [first, more] =
    fitting.length > 0
      ? [[...others.filter(isHeld), ...fitting], others.filter((course) => !isHeld(course))]
      : [others, []];
  // Where "I do not know yet" is a question of its own, it is no course as well.
  const none = data.unasked?.includes("studies_later") ? [{ value: "", label: t("none") }] : [];
  return (
    <RadioControl
      {...shared}
      choices={[...first.map(wordsOf), ...none]}
      folded={more.length > 0 ? { summary: t("others"), choices: more.map(wordsOf) } : undefined}
    />
  );
}

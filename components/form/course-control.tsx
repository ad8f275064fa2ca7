import { useTranslations } from "next-intl";
import { useCourseWords } from "@/components/site/course-words";
import { findCourses } from "@/lib/catalogue/find-courses";
import { RadioControl } from "./controls";
import type { QuestionData } from "./question-data";

type Props = { name: string; label: string; hint?: string; optional: boolean; data: QuestionData };

/**
 * The courses as cards, each with hours and price: those for the age and the instrument, those for the age, and all
 * others folded (families 4, 35, 37). With the instrument that was chosen above, also where the course is not for it.
 */
export function CourseControl({ data, ...shared }: Props) {
  const t = useTranslations("wizard.courses");
  const { syllabi, taken, tariff } = data.catalogue;
  const wordsOf = useCourseWords(taken);
  const { found, near, others } = findCourses(
    syllabi,
    { age: data.atStart?.age, instrument: taken?.id },
    tariff,
  );
  const fitting = [...found, ...near];
  const [first, more] = fitting.length > 0 ? [fitting, others] : [others, []];
  return (
    <RadioControl
      {...shared}
      choices={[...first.map(wordsOf), { value: "", label: t("none") }]}
      folded={more.length > 0 ? { summary: t("others"), choices: more.map(wordsOf) } : undefined}
    />
  );
}

import { useTranslations } from "next-intl";
import { DegreeSummary, groupByDegree } from "@/components/courses/course-list";
import { useCourseOption } from "@/components/courses/course-option";
import { NoCourse } from "@/components/site/no-course";
import { type Course, findCourses } from "@/lib/catalogue/find-courses";
import { findAgeProblem, teaches } from "@/lib/catalogue/suggest-courses";
import { RadioControl } from "./fields/controls";
import type { StepFieldData } from "./fields/step-field-data";

type Props = {
  name: string;
  label: string;
  hint?: string;
  optional: boolean;
  data: StepFieldData;
};

/** Cards before the groups, with "I do not know yet". */
const MAX_CARDS = 3;

/**
 * Courses as cards: the selected one and the most suitable; then the other suitable ones, and all others by degree
 * (families 4, 35, 37).
 */
export function CourseControl({ data, ...controlProps }: Props) {
  const t = useTranslations("wizard.courses");
  const { syllabi, firstInstrument, firstCourse, student, tariff } = data.catalogue;
  const toOption = useCourseOption(firstInstrument);
  const { matching, others, next } = findCourses(syllabi, student, tariff);
  const isTaught = ({ syllabus }: Course) => teaches(syllabus, firstInstrument?.id);
  const isListed = (course: Course) => isTaught(course) || course.syllabus === firstCourse;
  const listed = [...matching, ...others].filter(isListed);
  const untaught = [...matching, ...others].filter((course) => !isListed(course));
  const selected = listed.filter(({ syllabus }) => syllabus === firstCourse);
  // Where "I do not know yet" is its own question, it is no option here.
  const undecided = data.hiddenFields?.includes("studies_later") ? [{ value: "", label: t("none") }] : [];
  const suitable = [...new Set([...selected, ...matching])].slice(0, MAX_CARDS - undecided.length);
  const cards = matching.length ? suitable.sort((a, b) => listed.indexOf(a) - listed.indexOf(b)) : selected;
  const toCard = (course: Course) => {
    const ageProblem = findAgeProblem(course.syllabus, student);
    const problem = isTaught(course) ? ageProblem && t("notForAge", ageProblem) : t("notTaught");
    return { ...toOption(course), ...(problem && { hint: <span className="text-wait">{problem}</span> }) };
  };
  const rest = listed.filter((course) => !cards.includes(course));
  const suitableRest = rest.filter((course) => matching.includes(course));
  const suitableGroup = {
    key: "suitable",
    summary: t("suitable", { count: suitableRest.length }),
    choices: suitableRest.map((course) => toOption(course)),
  };
  const groups = groupByDegree(rest.filter((course) => !matching.includes(course))).map((group) => ({
    key: String(group.degree.id),
    summary: <DegreeSummary {...group} />,
    choices: group.courses.map((course) => toOption(course, group.minAge)),
  }));
  // Without scripts the list does not follow the instrument.
  const untaughtGroup = {
    key: "rest",
    summary: t("others"),
    choices: untaught.map((course) => toOption(course)),
    isNoScript: true,
  };
  const hint = matching.length === 0 && student.age !== undefined && (
    <NoCourse age={student.age} instrument={firstInstrument} next={next} />
  );
  return (
    <RadioControl
      {...controlProps}
      {...(hint && { hint })}
      choices={[...cards.map(toCard), ...undecided]}
      groups={[suitableGroup, ...groups, untaughtGroup].filter(({ choices }) => choices.length > 0)}
    />
  );
}

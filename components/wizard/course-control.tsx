import { useTranslations } from "next-intl";
import { DegreeSummary, groupByDegree } from "@/components/courses/course-list";
import { useCourseOption } from "@/components/courses/course-option";
import { NoCourse } from "@/components/site/no-course";
import { type Course, findCourses } from "@/lib/catalogue/find-courses";
import { teaches } from "@/lib/catalogue/suggest-courses";
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
const FEW = 3;

/** Courses as cards: the selected one and the most suitable, then groups by degree (families 4, 35, 37). */
export function CourseControl({ data, ...shared }: Props) {
  const t = useTranslations("wizard.courses");
  const { syllabi, taken, held, student, tariff } = data.catalogue;
  const toOption = useCourseOption(taken);
  const { found, others, next } = findCourses(syllabi, student, tariff);
  const isTaught = ({ syllabus }: Course) => teaches(syllabus, taken?.id);
  const isListed = (one: Course) => isTaught(one) || one.syllabus === held;
  const all = [...found, ...others].filter(isListed);
  const untaught = [...found, ...others].filter((one) => !isListed(one));
  const chosen = all.filter(({ syllabus }) => syllabus === held);
  // Where "I do not know yet" is its own question, it is no option here.
  const none = data.unasked?.includes("studies_later") ? [{ value: "", label: t("none") }] : [];
  const shown = [...chosen, ...found.filter(({ syllabus }) => syllabus !== held)].slice(0, FEW - none.length);
  const first =
    found.length > 0 ? [...shown].sort((one, other) => all.indexOf(one) - all.indexOf(other)) : chosen;
  const notTaught = <span className="text-wait">{t("notTaught")}</span>;
  const toCard = (course: Course) => ({ ...toOption(course), ...(!isTaught(course) && { hint: notTaught }) });
  const folds = groupByDegree(all.filter((course) => !first.includes(course))).map((group) => ({
    key: String(group.degree.id),
    summary: <DegreeSummary {...group} />,
    choices: group.courses.map((course) => toOption(course, group.from)),
  }));
  // Without scripts the list does not follow the instrument.
  const rest = {
    key: "rest",
    summary: t("others"),
    choices: untaught.map((course) => toOption(course)),
    isNoScript: true,
  };
  const hint = found.length === 0 && student.age !== undefined && (
    <NoCourse age={student.age} instrument={taken} next={next} />
  );
  return (
    <RadioControl
      {...shared}
      {...(hint && { hint })}
      choices={[...first.map(toCard), ...none]}
      folds={untaught.length > 0 ? [...folds, rest] : folds}
    />
  );
}

import { getTranslations } from "next-intl/server";
import { Disclosure } from "@/components/ui/disclosure";
import { listOrdered } from "@/components/ui/icons/paths";
import { DescriptionList, Section } from "@/components/ui/section";
import { ChangedChip, changedId } from "@/components/wizard/check/check-answers";
import { getFullName, getPricedStudents } from "../_lib/draft-students";
import type { StepData } from "../_lib/step-data";

type Props = { stepData: StepData };

/** Student, choices and price so far; folded on a phone (families 39). */
export async function DraftSummary({ stepData }: Props) {
  const { branch, answers } = stepData.flow;
  const [t, priced] = await Promise.all([getTranslations("wizard.overview"), getPricedStudents(stepData)]);
  const guardian = branch === "minor" ? getFullName(answers, "guardian") : "";
  const students = priced.students.filter(({ name, course }) => name || course.text);
  if (!guardian && students.length === 0) return null;
  const rows = [
    ...(guardian ? [{ label: t("guardian"), value: guardian }] : []),
    ...students.map(({ firstName, age, course, price, cost }) => ({
      label: age === undefined ? firstName : t("who", { name: firstName, age }),
      value: (
        <>
          {course.text ? <span lang={course.lang}>{course.text}</span> : t("open")}
          {price && <span className="block">{cost}</span>}
        </>
      ),
    })),
  ];
  const descriptionList = <DescriptionList rows={rows} />;
  return (
    <div className="mt-4 sm:mt-10 print:hidden">
      <Section title={t("title")} className="max-sm:hidden">
        {descriptionList}
      </Section>
      <Disclosure summary={t("title")} icon={listOrdered} className="sm:hidden">
        {descriptionList}
      </Disclosure>
    </div>
  );
}

/** Per child and total (families 4, 40). */
export async function PriceSummary({ stepData, isChanged }: Props & { isChanged: boolean }) {
  const { branch } = stepData.flow;
  const [t, { students, total }] = await Promise.all([
    getTranslations("wizard"),
    getPricedStudents(stepData),
  ]);
  if (!total) return null;
  return (
    <Section
      title={t("check.cost")}
      id={isChanged ? changedId("cost") : undefined}
      action={isChanged && <ChangedChip />}
      className="mb-10 max-w-column print:mb-4"
    >
      <div className="sum">
        {students.map(({ key, firstName, course, cost }) => (
          <div key={key}>
            <span className="[overflow-wrap:anywhere]">
              {students.length > 1 && `${firstName}: `}
              <span lang={course.lang}>{course.text || t("overview.open")}</span>
            </span>
            <span className="text-end">{course.text && cost}</span>
          </div>
        ))}
        <div>
          <span>
            {t("check.ifPlace", { who: branch === "adult" ? "you" : "child", count: students.length })}
          </span>
          <span className="text-end">{total.line}</span>
        </div>
      </div>
      <p className="text-small text-muted">{total.year}</p>
    </Section>
  );
}

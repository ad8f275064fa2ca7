import { getLocale, getTranslations } from "next-intl/server";
import { Disclosure } from "@/components/ui/disclosure";
import { listOrdered } from "@/components/ui/icons/paths";
import { DescriptionList, Section } from "@/components/ui/section";
import { ChangedChip, changedId } from "@/components/wizard/check/check-answers";
import { formatPrice, sumPrices } from "@/lib/catalogue/course-price";
import { getDraftStudents, getFullName } from "../_lib/draft-students";
import type { StepData } from "../_lib/step-data";

type Props = { stepData: StepData };

/** Student, choices and price so far; folded on a phone (families 39). */
export async function DraftSummary({ stepData: { flow, school } }: Props) {
  const [t, tPrice, locale] = await Promise.all([
    getTranslations("wizard.overview"),
    getTranslations("price"),
    getLocale(),
  ]);
  const guardian = flow.branch === "minor" ? getFullName(flow.answers, "guardian") : "";
  const students = getDraftStudents(flow, school, locale).filter(({ name, course }) => name || course.text);
  if (!guardian && students.length === 0) return null;
  const rows = [
    ...(guardian ? [{ label: t("guardian"), value: guardian }] : []),
    ...students.map(({ firstName, age, course, price }) => ({
      label: age === undefined ? firstName : t("who", { name: firstName, age }),
      value: (
        <>
          {course.text ? <span lang={course.lang}>{course.text}</span> : t("open")}
          {price && <span className="block">{formatPrice(price, tPrice, locale).line}</span>}
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
  const { flow, school } = stepData;
  const [t, tPrice, locale] = await Promise.all([
    getTranslations("wizard"),
    getTranslations("price"),
    getLocale(),
  ]);
  const students = getDraftStudents(flow, school, locale);
  const total = sumPrices(students.map((student) => student.price));
  if (!total) return null;
  const totalText = formatPrice(total, tPrice, locale);
  return (
    <Section
      title={t("check.cost")}
      id={isChanged ? changedId("cost") : undefined}
      action={isChanged && <ChangedChip />}
      className="mb-10 max-w-column print:mb-4"
    >
      <div className="sum">
        {students.map(({ key, firstName, course, price }) => (
          <div key={key}>
            <span className="[overflow-wrap:anywhere]">
              {students.length > 1 && `${firstName}: `}
              <span lang={course.lang}>{course.text || t("overview.open")}</span>
            </span>
            <span className="text-end">{course.text && formatPrice(price, tPrice, locale).line}</span>
          </div>
        ))}
        <div>
          <span>
            {t("check.ifPlace", { who: flow.branch === "adult" ? "you" : "child", count: students.length })}
          </span>
          <span className="text-end">{totalText.line}</span>
        </div>
      </div>
      <p className="text-small text-muted">{totalText.year}</p>
    </Section>
  );
}

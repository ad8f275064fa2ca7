import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { answerSections } from "@/components/form/answer-cards";
import { CheckAnswers } from "@/components/form/check-answers";
import { ChildrenList, ToChildren } from "@/components/form/children";
import { ClearedNotice } from "@/components/form/cleared-notice";
import { Consent } from "@/components/form/consent";
import { UnlessClosed } from "@/components/form/step-context";
import { isSharedStep } from "@/lib/form/family";
import { countOf, eachChild } from "@/lib/form/server/children";
import { flowOf } from "@/lib/form/server/form-flow";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { priceOf, sumOf } from "./prices";
import { questionData } from "./question-data";
import type { StepData } from "./step-data";
import { KnownAnswers } from "./still-right";

/** The children of a guardian's request, and the way to add and change them (families 1). */
export async function CheckChildren({ now }: { now: StepData }) {
  const { branch, content } = now.flow;
  const several = countOf(content) > 1;
  return (
    <>
      {several && <Listed now={now} />}
      {several && <ToChildren several />}
      {branch === "minor" && !several && (
        <UnlessClosed>
          <ToChildren several={false} />
        </UnlessClosed>
      )}
    </>
  );
}

/** All that is sent: of one person, or of a guardian and several children (W33). */
export async function CheckAll({ now }: { now: StepData }) {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale() as Promise<Locale>]);
  const { flow } = now;
  const data = await questionData("check", now);
  const several = countOf(flow.content) > 1;
  const student = several ? fullName(flow.answers) || t("children.unnamed") : undefined;
  return (
    <>
      {data.cleared && <ClearedNotice names={data.cleared} />}
      <KnownAnswers now={now} />
      <CheckAnswers
        changeAt={(step) => `/enroll/${step}?from=check`}
        sections={answerSections(flow.steps, { t, locale, answers: flow.answers, data, student })}
      />
      {several && <Others now={now} />}
      <Consent data={data} />
    </>
  );
}

type ListedProps = { now: Pick<StepData, "school" | "flow">; changing?: boolean };

/** The children that a draft holds, as they are listed. */
export async function Listed({ now: { school, flow }, changing }: ListedProps) {
  const [t, format, locale] = await Promise.all([
    getTranslations("wizard"),
    getFormatter(),
    getLocale() as Promise<Locale>,
  ]);
  const children = eachChild(flow.content).map((child) => flowOf(child, school));
  const prices = children.map(({ answers }) => priceOf(answers, school));
  const inWords = (price: ReturnType<typeof priceOf>) => {
    if (!price) return;
    const sum = format.number(price.sum, { style: "currency", currency: "EUR" });
    return price.atLeast ? t("syllabus.atLeast", { price: sum }) : sum;
  };
  return (
    <ChildrenList
      changing={changing}
      total={children.length > 1 ? inWords(sumOf(prices)) : undefined}
      all={children.map(({ content, answers }, place) => ({
        key: content.key ?? 0,
        name: fullName(answers) || t("children.unnamed"),
        born: answers.student_birth_date ? dayInWords(String(answers.student_birth_date), locale) : "",
        price: inWords(prices[place]),
      }))}
    />
  );
}

/** What the other children were answered about; they are changed after turning to them. */
async function Others({ now }: { now: StepData }) {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale() as Promise<Locale>]);
  const others = eachChild(now.flow.content)
    .filter((_, at) => at !== (now.flow.content.at ?? 0))
    .map((child) => flowOf(child, now.school));
  return Promise.all(
    others.map(async (flow) => {
      const data = await questionData("check", { ...now, flow });
      const steps = flow.steps.filter((step) => !isSharedStep(step));
      const cards = answerSections(steps, { t, locale, answers: flow.answers, data });
      return (
        <CheckAnswers
          key={flow.content.key ?? 0}
          sections={[
            {
              title: fullName(flow.answers) || t("children.unnamed"),
              cards: cards.flatMap((section) => section.cards),
            },
          ]}
        />
      );
    }),
  );
}

const fullName = ({ student_name, student_surname }: StepData["flow"]["answers"]) =>
  [student_name, student_surname].filter(Boolean).join(" ");

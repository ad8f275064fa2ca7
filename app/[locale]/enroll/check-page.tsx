import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { answerSections } from "@/components/form/answer-cards";
import { CheckAnswers } from "@/components/form/check-answers";
import { AddChild, ChildrenList } from "@/components/form/children";
import { ClearedNotice } from "@/components/form/cleared-notice";
import { Consent } from "@/components/form/consent";
import { isSharedStep } from "@/lib/form/family";
import { countOf, eachChild, MOST_CHILDREN } from "@/lib/form/server/children";
import { flowOf } from "@/lib/form/server/form-flow";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { priceOf, sumOf } from "./prices";
import { questionData } from "./question-data";
import type { Standing } from "./standing";

/**
 * The children of a guardian's request, and the way to one more (families 1). It stands before the step's
 * form, which holds what sends and no other button.
 */
export async function CheckChildren({ now }: { now: Standing }) {
  const { branch, content } = now.flow;
  return (
    <>
      {countOf(content) > 1 && <Listed now={now} />}
      {branch === "minor" && countOf(content) < MOST_CHILDREN && <AddChild />}
    </>
  );
}

/** All that is sent: of one person, or of a guardian and several children (W33). */
export async function CheckAll({ now }: { now: Standing }) {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale() as Promise<Locale>]);
  const { flow, school } = now;
  const data = await questionData("check", now);
  return (
    <>
      {data.cleared && <ClearedNotice names={data.cleared} />}
      <CheckAnswers
        changeAt={(step) => `/enroll/${step}?from=check`}
        sections={answerSections(flow.steps, { t, locale, answers: flow.answers, data })}
      />
      {countOf(flow.content) > 1 && <Others now={now} />}
      <Consent termsUrl={school.settings.terms_url} />
    </>
  );
}

async function Listed({ now: { school, flow } }: { now: Standing }) {
  const [t, format, locale] = await Promise.all([
    getTranslations("wizard"),
    getFormatter(),
    getLocale() as Promise<Locale>,
  ]);
  const at = flow.content.at ?? 0;
  const children = eachChild(flow.content).map((child) => flowOf(child, school));
  const prices = children.map(({ answers }) => priceOf(answers, school));
  const inWords = (price: ReturnType<typeof priceOf>) => {
    if (!price) return;
    const sum = format.number(price.sum, { style: "currency", currency: "EUR" });
    return price.atLeast ? t("syllabus.atLeast", { price: sum }) : sum;
  };
  return (
    <ChildrenList
      total={inWords(sumOf(prices))}
      all={children.map(({ content, answers }, place) => ({
        key: content.key ?? 0,
        name: fullName(answers),
        born: answers.student_birth_date ? dayInWords(String(answers.student_birth_date), locale) : "",
        price: inWords(prices[place]),
        current: place === at,
      }))}
    />
  );
}

/** What the other children were answered about; they are changed after turning to them. */
async function Others({ now }: { now: Standing }) {
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
          sections={[{ title: fullName(flow.answers), cards: cards.flatMap((section) => section.cards) }]}
        />
      );
    }),
  );
}

const fullName = ({ student_name, student_surname }: Standing["flow"]["answers"]) =>
  [student_name, student_surname].filter(Boolean).join(" ");

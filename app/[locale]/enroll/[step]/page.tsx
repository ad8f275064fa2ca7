import type { Metadata } from "next";
import { useLocale, useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { ToChildren } from "@/components/form/children";
import { ChosenCourse } from "@/components/form/chosen-course";
import { Consent } from "@/components/form/consent";
import { LostDraft } from "@/components/form/lost-draft";
import { Moved, type Reason, reasons } from "@/components/form/overtaken";
import { Question } from "@/components/form/question";
import type { QuestionData } from "@/components/form/question-data";
import { SameCourse } from "@/components/form/same-course";
import { UnlessClosed } from "@/components/form/step-context";
import { StepForm } from "@/components/form/step-form";
import { StepFrame } from "@/components/form/step-frame";
import { Caption, Title } from "@/components/site/page";
import { ProgressLine } from "@/components/ui/progress-line";
import {
  type ChosenCourse as Chosen,
  readChosen,
  typedChoice,
  typedYear,
} from "@/lib/wizard/drafts/queries";
import { listAskedFields, type FormFlow, listVisibleSteps, getStepInput } from "@/lib/wizard/drafts/form-flow";
import { questionOf } from "@/lib/wizard/drafts/verbs";
import { pickComparedAnswers, isStep, lastStep, requiresData, getProgress, type StepId, getStep } from "@/lib/wizard/steps";
import { type Locale, getCatalogueLang, toLocalizedPath } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { shownOf } from "@/lib/platform/fingerprint";
import { problemWords } from "../../problem-words";
import { ShownField } from "../../shown-field";
import { keepTyped, saveStep, submitEnrollment } from "../actions";
import { ChangedNotice, CheckAll, partsShown } from "../check-page";
import { currentDraft, isDraftLost } from "../draft-cookie";
import { Overview } from "../overview";
import { questionData } from "../question-data";
import { type StepData, stepData } from "../step-data";
import { stepWords } from "../step-words";

export const metadata: Metadata = { robots: { index: false } };

type Props = PageProps<"/[locale]/enroll/[step]">;

export default orAway(async function Page({ params, searchParams }: Props) {
  const { step } = await params;
  const locale = await getLocale();
  const query = await searchParams;
  const { from, overtaken, child, changed } = query;
  if (!isStep(step)) return <NoSuchPage />;
  const whose = /^\d{1,10}$/.test(String(child)) ? Number(child) : undefined;
  const now = await stepData(step, whose);
  if ("leadTo" in now) return redirect({ href: now.leadTo, locale });

  const fromCheck = from === "check" && step !== lastStep;
  const why = reasons.find((reason) => reason === overtaken);
  const chosen = readChosen(query, now.school);
  const shown = { fromCheck, overtaken: why, changed: String(changed ?? ""), chosen };
  return <StepPage step={step} now={now} {...shown} />;
});

type StepProps = {
  step: StepId;
  now: StepData;
  fromCheck: boolean;
  overtaken: Reason | undefined;
  changed: string;
  chosen: Chosen | undefined;
};

async function StepPage({ step, now, fromCheck, overtaken, changed, chosen }: StepProps) {
  const { school, flow, open, problems } = now;
  const { isSingleQuestion, isLast } = getStep(step);
  const [locale, t, data, { heading, ...words }, draft, lost] = await Promise.all([
    getLocale() as Promise<Locale>,
    getTranslations("wizard"),
    questionData(step, now),
    stepWords(step, now),
    currentDraft(),
    isDraftLost(),
  ]);
  const { key: child = 0 } = flow.content;
  const fields = listAskedFields(step, flow);
  const { previous, ...place } = getProgress(step, listVisibleSteps(flow, step));
  const caption = captionOf(t, place, flow, data.several === true && !isLast);
  const back = fromCheck && open === lastStep ? open : previous;
  const opened = { step, branch: flow.branch, child, fromCheck, chosen: chosen && typedChoice(chosen) };
  const query = fromCheck ? fromCheckQuery(data.several, child) : (chosen?.query ?? "");
  const parts = isLast ? await partsShown(now) : questionOf(step, flow);
  const marked = overtaken === "changed" ? changed.split(",") : [];

  return (
    <StepFrame back={back ? `/enroll/${back}` : "/enroll"} hasDraft={draft !== undefined}>
      <StepForm
        // Another branch or child asks another person: nothing of what the controls hold stays.
        key={`${step} ${flow.branch} ${child} ${isLast ? shownOf(parts) : ""}`}
        branch={flow.branch}
        child={child}
        fields={fields}
        school={neededSchool(step, now)}
        prefixes={requiresData(step, "prefixes") ? school.prefixes : []}
        compare={pickComparedAnswers(step, flow.answers)}
        words={{ ...words, problems: problemWords(fields, flow.branch, t, locale) }}
        initial={{ problems }}
        typed={{ ...(chosen && typedYear(chosen, school)), ...getStepInput(step, flow) }}
        action={(isLast ? submitEnrollment : saveStep).bind(null, opened)}
        here={toLocalizedPath(locale, `/enroll/${step}${query}`)}
        autosave={isLast ? undefined : keepTyped.bind(null, opened)}
        heading={
          <Heading caption={caption} part={partOf(place, flow)} title={isSingleQuestion ? undefined : heading}>
            {lost && <LostDraft contact={data.contact} />}
            {chosen && <ChosenCourse {...chosen} />}
            {isLast && overtaken === "changed" && <ChangedNotice now={now} changed={marked} />}
            {overtaken && !(isLast && overtaken === "changed") && <Moved why={overtaken} />}
            {isLast && <CheckAll now={now} changed={marked} />}
            {data.same && <SameAs same={data.same} />}
          </Heading>
        }
      >
        <ShownField parts={parts} />
        {isLast && <Consent data={data} />}
        {!isLast && <Question step={step} heading={heading} data={data} />}
      </StepForm>
      {data.several && !isLast && <ToChildren />}
      {!isLast && <Overview now={now} />}
    </StepFrame>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<"wizard">>>;

/** Where the family stands, and with which of several children. */
function captionOf(
  t: Translate,
  { number, total }: { number: number; total: number },
  { branch, content }: FormFlow,
  several: boolean,
) {
  const step = branch ? t("stepOf", { number, total }) : t("step", { number });
  return several ? t("children.caption", { number: (content.at ?? 0) + 1, step }) : step;
}

/** Before the birth date is known, nobody knows how many steps follow. */
const partOf = ({ number, total }: { number: number; total: number }, { branch }: FormFlow) =>
  branch ? number / total : FIRST;

const FIRST = 0.04;

type HeadingProps = {
  caption: string;
  /** How far on the way the step is. */
  part: number;
  title: string | undefined;
  children: ReactNode;
};

/** Where the question itself is the heading, only the caption stands above it (wizard 43). */
function Heading({ caption, part, title, children }: HeadingProps) {
  const t = useTranslations("wizard.check");
  return (
    <>
      <UnlessClosed otherwise={<Title>{t("closedTitle")}</Title>}>
        <div className="mb-2 print:hidden">
          <ProgressLine part={part} />
        </div>
        <div className="mb-6">
          <Caption>{caption}</Caption>
        </div>
        {title && <Title>{title}</Title>}
      </UnlessClosed>
      {children}
    </>
  );
}

/** The course of another child in the same sitting, for this one too (families 39). */
function SameAs({ same: { name, wish, child, choices } }: { same: NonNullable<QuestionData["same"]> }) {
  const t = useTranslations("wizard.overview");
  const lang = getCatalogueLang(useLocale());
  return (
    <SameCourse child={child} choices={choices}>
      {t.rich("same", { name, wish: () => <span lang={lang}>{wish}</span> })}
    </SameCourse>
  );
}

/** Without JavaScript the answer comes back about the same child. */
const fromCheckQuery = (several: boolean | undefined, child: number) =>
  `?from=check${several ? `&child=${child}` : ""}`;

/** What a step's rules need to know of the school, and no more: it travels to the browser. */
function neededSchool(step: StepId, { school, flow }: StepData) {
  const { context } = school;
  const ofChosenYear = ({ id }: { id: number }) => id === flow.answers.school_year_id;
  const years = requiresData(step, "catalogue") ? context.schoolYears.filter(ofChosenYear) : [];
  return {
    ...context,
    schoolYears: requiresData(step, "years") ? context.schoolYears : years,
    countries: requiresData(step, "countries") ? context.countries : [],
  };
}

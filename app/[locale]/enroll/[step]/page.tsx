import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getFieldErrorTexts } from "@/app/[locale]/_lib/field-error-texts";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { HeadingCaption, PageHeading } from "@/components/layout/page-column";
import { ProgressBar } from "@/components/ui/charts/progress-bar";
import { ChildrenLink } from "@/components/wizard/children";
import { FieldControl } from "@/components/wizard/fields/field-control";
import type { StepFieldData } from "@/components/wizard/fields/step-field-data";
import { StepFields } from "@/components/wizard/fields/step-fields";
import { ChosenCourse, LostDraft } from "@/components/wizard/notices";
import {
  RedirectNotice,
  type RedirectReason,
  redirectReasons,
} from "@/components/wizard/step/draft-conflict";
import { SameCourse } from "@/components/wizard/step/same-course";
import { UnlessFinalError } from "@/components/wizard/step/step-context";
import { StepForm } from "@/components/wizard/step/step-form";
import { StepLayout } from "@/components/wizard/step/step-layout";
import { HONEYPOT } from "@/components/wizard/step/step-state";
import { toLocalizedPath } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { shownOf } from "@/lib/platform/fingerprint";
import {
  type FormFlow,
  getStepInput,
  listAskedFields,
  listVisibleSteps,
} from "@/lib/wizard/drafts/form-flow";
import { readChosen, typedChoice } from "@/lib/wizard/drafts/queries";
import { getQuestionParts } from "@/lib/wizard/drafts/verbs";
import {
  getProgress,
  getStep,
  isStep,
  lastStep,
  pickComparedAnswers,
  requiresData,
  type StepId,
} from "@/lib/wizard/steps";
import { ShownField } from "../../shown-field";
import { getUnlockedDraft, isDraftLost } from "../_lib/draft-cookie";
import { getStepData, type StepData } from "../_lib/step-data";
import { autosaveAction, saveStepAction, submitEnrollmentAction } from "../actions";
import { ChangedNotice, CheckAnswersPage, getShownParts } from "./check-answers-page";
import { DraftSummary } from "./draft-summary";
import { getStepFieldData } from "./step-field-data";
import { getStepTexts } from "./step-texts";

export const metadata: Metadata = { robots: { index: false } };

type Props = PageProps<"/[locale]/enroll/[step]">;

export default withUnavailablePage(async function Page({ params, searchParams }: Props) {
  const { step } = await params;
  const locale = await getLocale();
  const query = await searchParams;
  const { from, overtaken, child, changed } = query;
  if (!isStep(step)) return <NotFoundPage />;
  const childKey = /^\d{1,10}$/.test(String(child)) ? Number(child) : undefined;
  const stepData = await getStepData(step, childKey);
  if ("redirectTo" in stepData) return redirect({ href: stepData.redirectTo, locale });

  const fromCheck = from === "check" && step !== lastStep;
  const reason = redirectReasons.find((value) => value === overtaken);
  const chosen = readChosen(query, stepData.school);
  const options = { fromCheck, reason, changed: String(changed ?? ""), chosen };
  return <StepPage step={step} stepData={stepData} {...options} />;
});

type StepProps = {
  step: StepId;
  stepData: StepData;
  fromCheck: boolean;
  reason: RedirectReason | undefined;
  changed: string;
  chosen: ReturnType<typeof readChosen>;
};

async function StepPage({ step, stepData, fromCheck, reason, changed, chosen }: StepProps) {
  const { school, flow, openStep, problems } = stepData;
  const { isSingleQuestion, isLast } = getStep(step);
  const { contact_email: email, contact_phone: phone } = school.settings;
  const [locale, t, data, { heading, ...texts }, draft, hasLostDraft] = await Promise.all([
    getLocale(),
    getTranslations("wizard"),
    getStepFieldData(step, stepData),
    getStepTexts(step, stepData),
    getUnlockedDraft(),
    isDraftLost(),
  ]);
  const { key: child = 0 } = flow.content;
  const fields = listAskedFields(step, flow);
  const { previous, ...progress } = getProgress(step, listVisibleSteps(flow, step));
  // The first answer was just saved.
  const isSecond = progress.number === 2 && !fromCheck && data.severalChildren !== true;
  const caption = getCaption(t, progress, flow, data.severalChildren === true && !isLast);
  const back = fromCheck && openStep === lastStep ? openStep : previous;
  const opened = { step, branch: flow.branch, child, fromCheck, chosen: chosen && typedChoice(chosen) };
  const query = fromCheck ? getFromCheckQuery(data.severalChildren, child) : (chosen?.query ?? "");
  const parts = isLast ? await getShownParts(stepData) : getQuestionParts(step, flow);
  const changedCards = reason === "changed" ? changed.split(",") : [];

  return (
    <StepLayout
      back={back ? `/enroll/${back}` : `/enroll${chosen?.query ?? ""}`}
      saved={draft && (isSecond ? "first" : "again")}
      wide={isLast}
    >
      <StepForm
        // A new person resets all controls.
        key={`${step} ${flow.branch} ${child} ${isLast ? shownOf(parts) : ""}`}
        branch={flow.branch}
        child={child}
        fields={fields}
        school={getRuleData(step, stepData)}
        prefixes={requiresData(step, "prefixes") ? school.prefixes : []}
        comparedAnswers={pickComparedAnswers(step, flow.answers)}
        texts={{ ...texts, problems: getFieldErrorTexts(fields, flow.branch, t, locale) }}
        initial={{ problems }}
        savedInput={{ ...(chosen && { school_year_id: String(chosen.year) }), ...getStepInput(step, flow) }}
        action={(isLast ? submitEnrollmentAction : saveStepAction).bind(null, opened)}
        pageHref={toLocalizedPath(locale, `/enroll/${step}${query}`)}
        autosave={isLast ? undefined : autosaveAction.bind(null, opened)}
        heading={
          <Heading
            caption={caption}
            fraction={getFraction(progress, flow)}
            title={isSingleQuestion ? undefined : heading}
          >
            {hasLostDraft && <LostDraft contact={{ email, phone }} />}
            {chosen && <ChosenCourse {...chosen} />}
            {isLast && reason === "changed" && <ChangedNotice stepData={stepData} changed={changedCards} />}
            {reason && !(isLast && reason === "changed") && <RedirectNotice reason={reason} />}
            {isLast && <CheckAnswersPage stepData={stepData} changed={changedCards} />}
            {data.siblingCourse && <SameCourseOffer {...data.siblingCourse} />}
          </Heading>
        }
      >
        <ShownField parts={parts} />
        {isLast && <TermsSection data={data} />}
        {!isLast && <StepFields step={step} heading={heading} data={data} />}
      </StepForm>
      {data.severalChildren && !isLast && (
        <p className="mt-4 mb-8 print:hidden">
          <ChildrenLink />
        </p>
      )}
      {!isLast && <DraftSummary stepData={stepData} />}
    </StepLayout>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<"wizard">>>;

/** Progress, and the child if there are several. */
function getCaption(
  t: Translate,
  { number, total }: { number: number; total: number },
  { branch, content }: FormFlow,
  several: boolean,
) {
  const step = branch ? t("stepOf", { number, total }) : t("step", { number });
  return several ? t("children.caption", { number: (content.at ?? 0) + 1, step }) : step;
}

/** The number of steps is known after the birth date. */
const getFraction = ({ number, total }: { number: number; total: number }, { branch }: FormFlow) =>
  branch ? number / total : FIRST_FRACTION;

const FIRST_FRACTION = 0.04;

type HeadingProps = {
  caption: string;
  /** Progress from 0 to 1. */
  fraction: number;
  title: string | undefined;
  children: ReactNode;
};

/** A single-field step has its question as heading (wizard 43). */
function Heading({ caption, fraction, title, children }: HeadingProps) {
  const t = useTranslations("wizard.check");
  return (
    <>
      <UnlessFinalError fallback={<PageHeading>{t("closedTitle")}</PageHeading>}>
        <div className="mb-2 print:hidden">
          <ProgressBar fraction={fraction} />
        </div>
        <div className="mb-3 sm:mb-6">
          <HeadingCaption>{caption}</HeadingCaption>
        </div>
        {title && <PageHeading>{title}</PageHeading>}
      </UnlessFinalError>
      {children}
    </>
  );
}

/** Copies a sibling's course (families 39). */
function SameCourseOffer({ name, course, child, choices }: NonNullable<StepFieldData["siblingCourse"]>) {
  const t = useTranslations("wizard.overview");
  return (
    <SameCourse child={child} choices={choices}>
      {t.rich("same", { name, wish: () => <span lang={course.lang}>{course.text}</span> })}
    </SameCourse>
  );
}

/** Without scripts, returns to the same child. */
const getFromCheckQuery = (several: boolean | undefined, child: number) =>
  `?from=check${several ? `&child=${child}` : ""}`;

/** Only what the rules need, because it is sent to the browser. */
function getRuleData(step: StepId, { school, flow }: StepData) {
  const { context } = school;
  const isChosenYear = ({ id }: { id: number }) => id === flow.answers.school_year_id;
  const years = requiresData(step, "catalogue") ? context.schoolYears.filter(isChosenYear) : [];
  return {
    ...context,
    schoolYears: requiresData(step, "years") ? context.schoolYears : years,
    countries: requiresData(step, "countries") ? context.countries : [],
  };
}

/** Terms and consequences of submitting; the accepted version is submitted too (W28). */
function TermsSection({ data }: { data: StepFieldData }) {
  const t = useTranslations("wizard");
  return (
    <UnlessFinalError>
      <section className="print:hidden">
        <h2 className="mb-3">{t("check.termsTitle")}</h2>
        <p className="mb-4 max-w-measure">{t("check.termsText")}</p>
        <input type="hidden" name="terms_url" value={data.termsUrl} />
        <FieldControl field="terms_and_conditions" data={data} />
        <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
          <label>
            Website
            <input type="text" name={HONEYPOT} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </section>
    </UnlessFinalError>
  );
}

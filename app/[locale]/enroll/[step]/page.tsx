import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { answerSections } from "@/components/form/answer-cards";
import { CheckAnswers } from "@/components/form/check-answers";
import { ClearedNotice } from "@/components/form/cleared-notice";
import { Consent } from "@/components/form/consent";
import { LostDraft } from "@/components/form/lost-draft";
import { problemWords } from "@/components/form/problem-words";
import { Question } from "@/components/form/question";
import { StepForm } from "@/components/form/step-form";
import { StepFrame } from "@/components/form/step-frame";
import { Caption, Title } from "@/components/site/page";
import { typedFrom } from "@/lib/form/form-values";
import type { Draft } from "@/lib/form/server/draft";
import { proofChallenge } from "@/lib/form/server/proof-of-work";
import {
  comparedAnswers,
  fieldsOf,
  isStep,
  lastStep,
  needs,
  placeOf,
  type StepId,
  stepRow,
} from "@/lib/form/steps";
import type { Locale } from "@/lib/i18n/locales";
import { redirect } from "@/lib/i18n/navigation";
import { localizedPath } from "@/lib/i18n/paths";
import { keepTyped, saveStep, submitEnrollment } from "../actions";
import { currentDraft, isDraftLost } from "../draft-cookie";
import { questionData } from "../question-data";
import { type Standing, standing } from "../standing";
import { stepWords } from "../step-words";

export const metadata: Metadata = { robots: { index: false } };

type Props = PageProps<"/[locale]/enroll/[step]">;

export default orAway(async function Page({ params, searchParams }: Props) {
  const { step } = await params;
  const locale = await getLocale();
  if (!isStep(step)) return <NoSuchPage />;
  const now = await standing(step);
  if ("leadTo" in now) return redirect({ href: now.leadTo, locale });

  const fromCheck = (await searchParams).from === "check" && step !== lastStep;
  return <StepPage step={step} now={now} fromCheck={fromCheck} />;
});

type StepProps = { step: StepId; now: Standing; fromCheck: boolean };

async function StepPage({ step, now, fromCheck }: StepProps) {
  const { school, flow, open, problems } = now;
  const { answers, pending } = flow.content;
  const { one, sends } = stepRow(step);
  const [locale, t, data, { heading, ...words }, draft, lost] = await Promise.all([
    getLocale() as Promise<Locale>,
    getTranslations("wizard"),
    questionData(step, now),
    stepWords(step, now),
    currentDraft(),
    isDraftLost(),
  ]);
  const { number, total, previous } = placeOf(step, flow.steps);
  const fields = fieldsOf(step, flow.branch);
  const caption = flow.branch ? t("stepOf", { number, total }) : t("step", { number });
  const back = fromCheck && open === lastStep ? open : previous;
  const opened = { step, branch: flow.branch, fromCheck };

  return (
    <StepFrame back={back ? `/enroll/${back}` : "/enroll"} hasDraft={draft !== undefined}>
      <StepForm
        // Another branch asks another person: nothing of what the controls hold stays.
        key={`${step} ${flow.branch}`}
        step={step}
        branch={flow.branch}
        school={neededSchool(step, now)}
        prefixes={needs(step, "prefixes") ? school.prefixes : []}
        compare={comparedAnswers(step, flow.branch, flow.answers)}
        words={{ ...words, problems: problemWords(fields, flow.branch, t, locale) }}
        initial={{ problems }}
        typed={pending?.[step]?.typed ?? typedFrom(answers, fields)}
        action={(sends ? submitEnrollment : saveStep).bind(null, opened)}
        here={localizedPath(locale, `/enroll/${step}${fromCheck ? "?from=check" : ""}`)}
        keep={sends ? undefined : keepTyped.bind(null, opened)}
        challenge={sends && draft ? await challengeOf(draft, now) : undefined}
        heading={
          <Heading caption={caption} title={one ? undefined : heading}>
            {lost && <LostDraft contact={data.contact} />}
          </Heading>
        }
      >
        {sends ? <Check now={now} data={data} /> : <Question step={step} heading={heading} data={data} />}
      </StepForm>
    </StepFrame>
  );
}

type HeadingProps = { caption: string; title: string | undefined; children: ReactNode };

/** Where the question itself is the heading, only the caption stands above it (wizard 43). */
const Heading = ({ caption, title, children }: HeadingProps) => (
  <>
    {title ? <Title caption={caption}>{title}</Title> : <Caption>{caption}</Caption>}
    {children}
  </>
);

const challengeOf = async (draft: Draft, { school }: Standing) =>
  school.settings.proof_of_work ? proofChallenge(draft) : undefined;

async function Check({ now, data }: { now: Standing; data: Awaited<ReturnType<typeof questionData>> }) {
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale() as Promise<Locale>]);
  return (
    <>
      {data.cleared && <ClearedNotice names={data.cleared} />}
      <CheckAnswers
        changeAt={(step) => `/enroll/${step}?from=check`}
        sections={answerSections(now.flow.steps, { t, locale, answers: now.flow.answers, data })}
      />
      <Consent termsUrl={now.school.settings.terms_url} />
    </>
  );
}

/** What a step's rules need to know of the school, and no more: it travels to the browser. */
function neededSchool(step: StepId, { school, flow }: Standing) {
  const { context } = school;
  const ofChosenYear = ({ id }: { id: number }) => id === flow.answers.school_year_id;
  const years = needs(step, "catalogue") ? context.schoolYears.filter(ofChosenYear) : [];
  return {
    ...context,
    schoolYears: needs(step, "years") ? context.schoolYears : years,
    countries: needs(step, "countries") ? context.countries : [],
  };
}

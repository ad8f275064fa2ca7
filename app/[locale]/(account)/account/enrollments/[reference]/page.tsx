import { useTranslations } from "next-intl";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { QuestionForm } from "@/app/[locale]/(account)/answer/question-form";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { BackToAccount } from "@/components/account/back-to-account";
import { CourseSummary } from "@/components/site/course-summary";
import { LinkButton } from "@/components/site/link-button";
import { Section } from "@/components/ui/section";
import { Timeline } from "@/components/ui/timeline";
import { getAnswerSections } from "@/components/wizard/check/answer-cards";
import { CheckAnswers } from "@/components/wizard/check/check-answers";
import { toCopyField } from "@/lib/enrollment/stored-answers";
import { type AccountCard, readAccountCard, readHistory } from "@/lib/family/account/queries";
import { listOpenQuestions, readSentAnswers } from "@/lib/family/queries";
import { formatDay } from "@/lib/i18n/format";
import { toLocalDay } from "@/lib/platform/dates";
import { getPromisedDay, getSchoolToday, getSettings } from "@/lib/school/settings";
import { EnrollmentStatus } from "../../enrollment-status";
import { getSubmittedStepData } from "./step-field-data";

/** The submitted request, printable. */
export default withUnavailablePage(async function Page({
  params,
  searchParams,
}: PageProps<"/[locale]/account/enrollments/[reference]">) {
  const personId = await requirePersonId();
  const [{ reference }, locale, now] = [await params, await getLocale(), new Date()];
  const [sent, enrollment] = await Promise.all([
    readSentAnswers(personId, reference, now),
    readAccountCard(personId, reference, now, locale),
  ]);
  if (!sent || !enrollment) return <NotFoundPage />;

  const [t, tForm, school, { said }] = await Promise.all([
    getTranslations("account.answers"),
    getTranslations("wizard"),
    getSettings(),
    searchParams,
  ]);
  const { steps, answers, student, year, createdAt } = sent;
  const data = await getSubmittedStepData(sent, locale);
  return (
    <TitledPage
      title={t("title")}
      caption={t("caption", { student, year, reference })}
      above={<BackToAccount />}
    >
      <p className="mb-3 max-w-measure">
        <CourseSummary course={enrollment.course} />
      </p>
      <EnrollmentStatus
        enrollment={enrollment}
        answerBy={getPromisedDay(enrollment, school)}
        today={await getSchoolToday(now)}
      />
      <p className="mb-8 max-w-measure">
        {t("sent", { day: formatDay(toLocalDay(school.time_zone, createdAt), locale) })}
      </p>
      <AccountFlashMessage flash={said} />
      <Questions personId={personId} reference={reference} />
      <CheckAnswers sections={withoutAdvice(getAnswerSections(steps, { t: tForm, locale, answers, data }))} />
      <ChangesSince personId={personId} reference={reference} />
      <SenderLinks enrollment={enrollment} />
    </TitledPage>
  );
});

/** For the guardian who may answer (desk 37). */
async function Questions({ personId, reference }: { personId: string; reference: string }) {
  const questions = await listOpenQuestions(personId, new Date());
  const question = questions.find((candidate) => candidate.reference === reference);
  return question && <QuestionForm question={question} level="h2" />;
}

/** What the sender can still change. */
function SenderLinks({ enrollment: { reference, choices, options } }: { enrollment: AccountCard }) {
  const t = useTranslations("account.view");
  return (
    <p className="flex flex-wrap gap-3 empty:hidden print:hidden">
      {choices && (
        <LinkButton href={`/account/enrollments/${reference}/choices`} variant="secondary">
          {t("choices")}
        </LinkButton>
      )}
      {options.withdraw && (
        <LinkButton href={`/account/enrollments/${reference}/withdraw`} variant="danger">
          {t("withdraw")}
        </LinkButton>
      )}
    </p>
  );
}

type Sections = ReturnType<typeof getAnswerSections>;

/** Without advice, which helps only while an answer can be changed, and without unanswered fields. */
const withoutAdvice = (sections: Sections): Sections =>
  sections
    .map(({ title, cards }) => ({
      title,
      cards: cards
        .filter(({ isAnswered }) => isAnswered)
        .map(({ rows, ...card }) => ({ ...card, rows: rows.map(({ advice, ...row }) => row) })),
    }))
    .filter(({ cards }) => cards.length > 0);

/** Newest first; names no person. */
async function ChangesSince({ personId, reference }: { personId: string; reference: string }) {
  const [t, tData, format, { longInstant }, events] = await Promise.all([
    getTranslations("account.history"),
    getTranslations("copy.fields"),
    getFormatter(),
    getDateFormats(),
    readHistory(personId, reference),
  ]);
  const getName = (value: string) =>
    value === "choices" ? t("choices") : tData(toCopyField(value) as "name").toLocaleLowerCase();
  return (
    <Section title={t("title")} className="mb-8 break-inside-avoid">
      <div className="pt-4">
        <Timeline
          items={events.map((event) => ({
            key: `${event.kind} ${event.at.getTime()}`,
            title:
              event.kind === "told"
                ? t(`told.${event.state}`)
                : t(`events.${event.kind}`, {
                    corrected: format.list(event.corrected.map(getName)) || "none",
                  }),
            text: `${longInstant(event.at)} · ${t(`by.${event.by}`)}`,
          }))}
        />
      </div>
    </Section>
  );
}

import { getLocale, getTranslations } from "next-intl/server";
import { answerSections } from "@/components/form/answer-cards";
import { CheckAnswers } from "@/components/form/check-answers";
import type { Flow } from "@/lib/form/server/form-flow";
import { confirmingStep, fieldsOf, stepIds } from "@/lib/form/steps";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { questionData } from "./question-data";
import type { StepData } from "./step-data";

/** What the school knows, to be confirmed and not typed again (families 5). */
export async function StillRight({ now }: { now: StepData }) {
  const t = await getTranslations("wizard.known");
  const year = now.school.years.find(({ id }) => id === now.flow.answers.school_year_id);
  return (
    <>
      <p className="mb-6 max-w-measure">{year ? t("leadForYear", { year: year.year }) : t("lead")}</p>
      <KnownAnswers now={now} />
      <p className="mb-8 max-w-measure">
        {t.rich("changed", {
          details: (words) => (
            <Link href="/account/details" prefetch={false}>
              {words}
            </Link>
          ),
        })}
      </p>
    </>
  );
}

/** What is known of the people of a request, as cards without a way to change it here. */
async function KnownAnswers({ now }: { now: StepData }) {
  const { flow } = now;
  const [t, locale] = await Promise.all([getTranslations("wizard"), getLocale() as Promise<Locale>]);
  const data = await questionData(confirmingStep, now);
  return (
    <CheckAnswers sections={answerSections(knownSteps(flow), { t, locale, answers: flow.answers, data })} />
  );
}

/** The steps that would have asked what is known. */
export const knownSteps = ({ branch, unasked, content: { known } }: Flow) =>
  stepIds.filter((step) =>
    fieldsOf(step, branch).some((field) => unasked.includes(field) && known?.answers[field] !== undefined),
  );

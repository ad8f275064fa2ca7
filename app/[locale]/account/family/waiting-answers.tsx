import { getLocale, getTranslations } from "next-intl/server";
import { Notice } from "@/components/ui/notice";
import { childrenToAnswerFor } from "@/lib/family/guardian";
import { placesToAnswer } from "@/lib/family/place-answers";
import { questionsToAnswer } from "@/lib/family/questions";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { withSounds } from "@/lib/i18n/sounds";

/** What waits for an answer of whoever looks: places that were offered, and children of whom they were named guardian. */
export async function WaitingAnswers({ personId }: { personId: string }) {
  const now = new Date();
  const [t, view, locale, places, named, questions] = await Promise.all([
    getTranslations("account.family"),
    getTranslations("account.view"),
    getLocale() as Promise<Locale>,
    placesToAnswer(personId, now),
    childrenToAnswerFor(personId, now),
    questionsToAnswer(personId, now),
  ]);
  const [first] = places;
  return (
    <>
      {first && (
        <Notice tone="wait">
          <p className="mb-2 max-w-measure">
            {t("places", {
              count: places.length,
              name: first.student,
              ...withSounds({ day: dayInWords(first.answerBy, locale) }),
            })}
          </p>
          <Link href="/account/answer">{view("answerNow")}</Link>
        </Notice>
      )}
      {questions.map(({ id, reference, student, answerBy }) => (
        <Notice key={id} tone="wait">
          <p className="mb-2 max-w-measure">
            {t("question", { name: student, ...withSounds({ day: dayInWords(answerBy, locale) }) })}
          </p>
          <Link href={`/account/enrollments/${reference}#question-${reference}`}>{view("answerNow")}</Link>
        </Notice>
      ))}
      {named.length > 0 && (
        <Notice>
          <p className="mb-2 max-w-measure">{view("named", { more: "yes" })}</p>
          <Link href="/account/guardian">{view("answer")}</Link>
        </Notice>
      )}
    </>
  );
}

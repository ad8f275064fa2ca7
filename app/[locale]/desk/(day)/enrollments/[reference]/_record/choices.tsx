import { getLocale, getTranslations } from "next-intl/server";
import { Facts, Section } from "@/components/desk/section";
import { listPartOptions } from "@/lib/desk/correction/queries";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import { createAnswerLabels, type EnrollmentRecord, listStudyAnswers } from "@/lib/desk/record/queries";
import type { Locale } from "@/lib/i18n/locales";

type Props = {
  enrollment: EnrollmentRecord;
  mayCorrect: boolean;
  /** Query of the list that the enrollment was opened from. */
  list: string | undefined;
};

/** Requested choices in order, with the family's remarks. */
export async function RequestedChoices({ enrollment, mayCorrect, list }: Props) {
  const t = await getTranslations("desk.enrollment");
  const words = createAnswerLabels((await getLocale()) as Locale, await listPartOptions(enrollment));
  const choices = enrollment.specialityChoices.length + enrollment.syllabusChoices.length;
  const correct =
    mayCorrect && !enrollment.student.erasedAt
      ? {
          href: getEnrollmentUrl(enrollment.reference, list, { below: "/correct/studies" }),
          words: t("correct"),
        }
      : undefined;
  return (
    <Section id="studies" title={t("studies")} correct={correct}>
      {choices === 0 && <p className="text-small text-muted">{t("noChoices")}</p>}
      <Facts
        facts={[
          ...listStudyAnswers(enrollment).map(({ field, answer }) => ({
            label: words.label(field),
            value: answer === undefined ? undefined : words.say(field, answer),
          })),
          { label: t("terms"), value: enrollment.termsUrl },
        ]}
      />
    </Section>
  );
}

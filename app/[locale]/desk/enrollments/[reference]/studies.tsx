import { getLocale, getTranslations } from "next-intl/server";
import { Facts, Section } from "@/components/desk/section";
import { partChoices } from "@/lib/enrollment/correct/choices";
import type { Locale } from "@/lib/i18n/locales";
import { answerWords } from "@/lib/office/answer-words";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import type { ShownEnrollment } from "@/lib/office/show";
import { studiesAnswered } from "@/lib/office/shown-answers";

type Props = {
  enrollment: ShownEnrollment;
  mayCorrect: boolean;
  /** The list that it was opened from. */
  list: string | undefined;
};

/** What is wished for, in order, with what the family wrote beside it. */
export async function Studies({ enrollment, mayCorrect, list }: Props) {
  const t = await getTranslations("desk.enrollment");
  const words = answerWords((await getLocale()) as Locale, await partChoices(enrollment));
  const choices = enrollment.specialityChoices.length + enrollment.syllabusChoices.length;
  const correct =
    mayCorrect && !enrollment.student.erasedAt
      ? {
          href: enrollmentAddress(enrollment.reference, list, { below: "/correct/studies" }),
          words: t("correct"),
        }
      : undefined;
  return (
    <Section id="studies" title={t("studies")} correct={correct}>
      {choices === 0 && <p className="text-small text-muted">{t("noChoices")}</p>}
      <Facts
        facts={[
          ...studiesAnswered(enrollment).map(({ field, answer }) => ({
            label: words.label(field),
            value: answer === undefined ? undefined : words.say(field, answer),
          })),
          { label: t("terms"), value: enrollment.termsUrl },
        ]}
      />
    </Section>
  );
}

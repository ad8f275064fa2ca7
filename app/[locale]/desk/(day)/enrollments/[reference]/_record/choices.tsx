import { getLocale, getTranslations } from "next-intl/server";
import { DescriptionList, Section } from "@/components/ui/section";
import { listPartOptions } from "@/lib/desk/correction/queries";
import { createAnswerLabels, listStudyAnswers } from "@/lib/desk/record/answer-labels";
import type { EnrollmentRecord } from "@/lib/desk/record/queries";
import { CorrectLink } from "./people";

type Props = {
  enrollment: EnrollmentRecord;
  mayCorrect: boolean;
  /** Query of the list that the enrollment was opened from. */
  list: string | undefined;
};

/** Requested choices in order, with the family's remarks. */
export async function RequestedChoices({ enrollment, mayCorrect, list }: Props) {
  const t = await getTranslations("desk.enrollment");
  const words = createAnswerLabels(await getLocale(), await listPartOptions(enrollment));
  const choices = enrollment.specialityChoices.length + enrollment.syllabusChoices.length;
  return (
    <Section
      id="studies"
      title={t("studies")}
      act={mayCorrect && <CorrectLink {...{ enrollment, list }} part="studies" title={t("studies")} />}
    >
      {choices === 0 && <p className="text-small text-muted">{t("noChoices")}</p>}
      <DescriptionList
        rows={[
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

import { useTranslations } from "next-intl";
import { enrollmentAddress } from "@/lib/desk/enrollment-address";
import type { ShownEnrollment } from "@/lib/desk/show";
import { syllabusName } from "@/lib/desk/syllabus-name";
import type { ExperienceKey } from "@/lib/reference/lists";
import { Facts, Section } from "./section";

type Props = {
  enrollment: ShownEnrollment;
  mayCorrect: boolean;
  /** The list that it was opened from. */
  list: string | undefined;
};

/** What is wished for, in order, with what the family wrote beside it. */
export function Studies({ enrollment, mayCorrect, list }: Props) {
  const t = useTranslations("desk.enrollment");
  const years = useTranslations("wizard.fields.experience_years");
  const { specialityChoices, syllabusChoices, experienceSpeciality, experienceYears } = enrollment;
  const choices = [
    ...specialityChoices.map(({ option, speciality }) => ({
      label: t("speciality", { option }),
      value: speciality.name,
    })),
    ...syllabusChoices.map(({ option, syllabus }) => ({
      label: t("syllabus", { option }),
      value: syllabusName(syllabus),
    })),
  ];
  const correct =
    mayCorrect && !enrollment.student.erasedAt
      ? {
          href: enrollmentAddress(enrollment.reference, list, { below: "/correct/studies" }),
          words: t("correct"),
        }
      : undefined;
  return (
    <Section id="studies" title={t("studies")} correct={correct}>
      {choices.length === 0 && <p className="text-small text-muted">{t("noChoices")}</p>}
      <Facts
        facts={[
          ...choices,
          {
            label: t("experience"),
            value: [
              experienceSpeciality?.name,
              experienceYears !== null && years(String(experienceYears) as ExperienceKey),
            ]
              .filter(Boolean)
              .join(", "),
          },
          { label: t("observations"), value: enrollment.observations },
          { label: t("terms"), value: enrollment.termsUrl },
        ]}
      />
    </Section>
  );
}

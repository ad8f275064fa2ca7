import { useLocale, useTranslations } from "next-intl";
import { SyllabusTable } from "@/components/site/syllabus-table";
import { Notice } from "@/components/ui/notice";
import { catalogueLang } from "@/lib/i18n/locales";
import { experienceOptions } from "@/lib/reference/lists";
import { LongTextControl } from "./advised-controls";
import { ClearedNotice } from "./cleared-notice";
import { RadioControl, SelectControl } from "./controls";
import type { QuestionData } from "./question-data";

type Props = { data: QuestionData };

const OPTIONS = [1, 2, 3] as const;

/** What the student has played, and for how long. */
export function ExperienceQuestion({ data }: Props) {
  const t = useTranslations("wizard.fields");
  return (
    <>
      {data.specialities.length > 0 && (
        <SelectControl
          name="student_experience_speciality"
          label={t("experience_speciality.label")}
          options={data.specialities}
          blank={t("none")}
          optional
        />
      )}
      <RadioControl
        name="student_experience_years"
        label={t("experience_years.label")}
        choices={[
          ...experienceOptions.map(({ key }) => ({ value: key, label: t(`experience_years.${key}`) })),
          { value: "", label: t("experience_years.none") },
        ]}
        optional
      />
    </>
  );
}

/** Three ordered choices of speciality (W25). */
export function SpecialitiesQuestion({ data }: Props) {
  const t = useTranslations("wizard");
  if (data.specialities.length === 0) return <Notice>{t("intro.emptySpecialities")}</Notice>;
  return (
    <>
      {data.cleared && <ClearedNotice names={data.cleared} />}
      <p className="mb-6 max-w-measure">{t("intro.specialities")}</p>
      {OPTIONS.map((at) => (
        <SelectControl
          key={at}
          name={`student_speciality_option${at}`}
          label={t("fields.choice", { at: String(at) })}
          options={data.specialities}
          blank={t("fields.noneYet")}
          optional
        />
      ))}
    </>
  );
}

/** Three ordered choices of syllabus, with all that a family wants to compare (W25). */
export function SyllabiQuestion({ data }: Props) {
  const t = useTranslations("wizard");
  const { taken } = data.catalogue;
  const lang = catalogueLang(useLocale());
  if (data.syllabi.length === 0) return <Notice>{t("intro.emptySyllabi")}</Notice>;
  return (
    <>
      {data.cleared && <ClearedNotice names={data.cleared} />}
      <p className="mb-3 max-w-measure">{t("intro.syllabi")}</p>
      <p className="mb-6 max-w-measure">
        {taken
          ? t.rich("intro.pricesWith", { speciality: () => <span lang={lang}>{taken.name}</span> })
          : t("intro.prices")}
      </p>
      {OPTIONS.map((at) => (
        <SelectControl
          key={at}
          name={`student_syllabi_option${at}`}
          label={t("fields.choice", { at: String(at) })}
          options={data.syllabi}
          blank={t("fields.noneYet")}
          facts={data.syllabusFacts}
          optional
        />
      ))}
      <details className="mb-8">
        <summary className="min-h-target cursor-pointer py-2 text-accent underline underline-offset-4">
          {t("intro.compare")}
        </summary>
        <div className="pt-4">
          <SyllabusTable {...data.catalogue} />
        </div>
      </details>
    </>
  );
}

/** Free text for the school. */
export function ObservationsQuestion({ heading }: { heading: string }) {
  const t = useTranslations("wizard.fields");
  const words = (key: "left" | "over", count: number) =>
    t(key, { count }).replace(/\d[\d.,\s]*/, (number) => `{count}${/\s$/.test(number) ? " " : ""}`);
  return (
    <LongTextControl
      name="enrollment_observations"
      label={heading}
      heading
      hint={t("observations.hint")}
      most={4_000}
      count={{
        left: [words("left", 1), words("left", 2)],
        over: [words("over", 1), words("over", 2)],
      }}
      optional
    />
  );
}

import { useTranslations } from "next-intl";
import type { StepId } from "@/lib/form/steps";
import { EmailControl } from "./advised-controls";
import { BirthDate } from "./birth-date";
import { RadioControl } from "./controls";
import { AddressQuestion, ContactQuestion, DocumentQuestion, NameQuestion } from "./person-questions";
import type { QuestionData } from "./question-data";
import {
  ExperienceQuestion,
  ObservationsQuestion,
  SpecialitiesQuestion,
  SyllabiQuestion,
} from "./study-questions";

/** The controls of a step. */
export function Question({ step, data }: { step: StepId; data: QuestionData }) {
  switch (step) {
    case "school-year":
      return <SchoolYearQuestion data={data} />;
    case "birth-date":
      return <BirthDate name="student_birth_date" year={data.exampleYear} />;
    case "guardian-name":
      return <NameQuestion person="guardian" data={data} />;
    case "guardian-document":
      return <DocumentQuestion person="guardian" />;
    case "guardian-contact":
      return <ContactQuestion person="guardian" data={data} />;
    case "guardian-address":
      return <AddressQuestion person="guardian" data={data} />;
    case "second-guardian":
      return <SecondGuardianQuestion />;
    case "student-name":
      return <NameQuestion person="student" data={data} />;
    case "student-more":
      return <MoreQuestion />;
    case "student-document":
      return <DocumentQuestion person="student" optional={data.branch === "minor"} />;
    case "student-contact":
      return <ContactQuestion person="student" data={data} />;
    case "student-address":
      return <AddressQuestion person="student" data={data} />;
    case "experience":
      return <ExperienceQuestion data={data} />;
    case "specialities":
      return <SpecialitiesQuestion data={data} />;
    case "syllabi":
      return <SyllabiQuestion data={data} />;
    case "observations":
      return <ObservationsQuestion />;
    case "check":
      return null;
  }
}

function SchoolYearQuestion({ data }: { data: QuestionData }) {
  const t = useTranslations("wizard.fields");
  return <RadioControl name="school_year_id" label={t("school_year.label")} choices={data.years} />;
}

function SecondGuardianQuestion() {
  const t = useTranslations("wizard");
  return (
    <div className="[&:not(:has(input[value=yes]:checked))>.follow-up]:hidden">
      <p className="mb-5 max-w-measure">{t("intro.second-guardian")}</p>
      <RadioControl
        name="has_second_guardian"
        label={t("fields.second_guardian.legend")}
        choices={[
          { value: "yes", label: t("yes") },
          { value: "no", label: t("no") },
        ]}
      />
      <div className="follow-up ml-3 border-l-4 border-hairline pl-6">
        <EmailControl
          name="second_guardian_email"
          label={t("fields.email.label", { who: "second" })}
          hint={t("fields.email.hint", { who: "second" })}
          meant={t("fields.emailMeant", { email: "{email}" })}
        />
      </div>
    </div>
  );
}

function MoreQuestion() {
  const t = useTranslations("wizard");
  return (
    <>
      <p className="mb-5 max-w-measure">{t("intro.student-more")}</p>
      <RadioControl
        name="add_student_details"
        label={t("fields.student_more.legend")}
        choices={[
          { value: "yes", label: t("fields.student_more.yes") },
          { value: "no", label: t("fields.student_more.no") },
        ]}
      />
    </>
  );
}

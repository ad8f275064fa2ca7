import { useTranslations } from "next-intl";
import type { StepId } from "@/lib/form/steps";
import { EmailControl } from "./advised-controls";
import { BirthDate } from "./birth-date";
import { RadioControl } from "./controls";
import { open } from "./filled";
import { AddressQuestion, ContactQuestion, DocumentQuestion, NameQuestion } from "./person-questions";
import { PlainFields } from "./plain-fields";
import type { QuestionData } from "./question-data";
import {
  ExperienceQuestion,
  ObservationsQuestion,
  SpecialitiesQuestion,
  SyllabiQuestion,
} from "./study-questions";

/** The controls of a step: what is laid out by hand, then what follows from the fields' rows. */
export function Question(props: { step: StepId; heading: string; data: QuestionData }) {
  return (
    <>
      <LaidOut {...props} />
      <PlainFields step={props.step} branch={props.data.branch} />
    </>
  );
}

function LaidOut({ step, heading, data }: { step: StepId; heading: string; data: QuestionData }) {
  switch (step) {
    case "school-year":
      return <SchoolYearQuestion heading={heading} data={data} />;
    case "birth-date":
      return <BirthDate name="student_birth_date" heading={heading} year={data.exampleYear} />;
    case "guardian-name":
      return <NameQuestion person="guardian" data={data} />;
    case "guardian-document":
      return <DocumentQuestion person="guardian" />;
    case "guardian-contact":
      return <ContactQuestion person="guardian" data={data} />;
    case "guardian-address":
      return <AddressQuestion person="guardian" data={data} />;
    case "second-guardian":
      return <SecondGuardianQuestion heading={heading} several={data.several} />;
    case "student-name":
      return <NameQuestion person="student" data={data} />;
    case "student-more":
      return <MoreQuestion heading={heading} />;
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
      return <ObservationsQuestion heading={heading} />;
    case "still-right":
    case "check":
      return null;
  }
}

function SchoolYearQuestion({ heading, data }: { heading: string; data: QuestionData }) {
  return <RadioControl name="school_year_id" label={heading} heading choices={data.years} />;
}

function SecondGuardianQuestion({ heading, several }: { heading: string; several?: boolean }) {
  const t = useTranslations("wizard");
  return (
    <div className="[&:not(:has(input[value=yes]:checked))>.follow-up]:hidden">
      <RadioControl
        name="has_second_guardian"
        label={heading}
        heading
        hint={t(several ? "children.secondGuardian" : "intro.second-guardian")}
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
          meant={t("fields.emailMeant", open("email"))}
        />
      </div>
    </div>
  );
}

function MoreQuestion({ heading }: { heading: string }) {
  const t = useTranslations("wizard");
  return (
    <RadioControl
      name="add_student_details"
      label={heading}
      heading
      hint={t("intro.student-more")}
      choices={[
        { value: "yes", label: t("fields.student_more.yes") },
        { value: "no", label: t("fields.student_more.no") },
      ]}
    />
  );
}

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { accountLinkTag, ClearedChoices } from "@/components/wizard/notices";
import { ADULT } from "@/lib/catalogue/find-courses";
import { hasExistingPerson } from "@/lib/wizard/existing-people";
import type { StepId } from "@/lib/wizard/steps";
import type { FormField } from "@/lib/wizard/types";
import type { StepFieldData } from "./step-field-data";

type HintComponent = (props: { data: StepFieldData }) => ReactNode;

/** Hints by step or field. */
const hints: Partial<Record<StepId | FormField, HintComponent>> = {
  "guardian-name": ({ data }) => <WhoFillsIn data={data} />,
  "student-name": ({ data }) => data.branch === "adult" && <WhoFillsIn data={data} />,
  "guardian-contact": AccountOffer,
  "student-contact": ({ data }) => data.branch === "adult" && <AccountOffer data={data} />,
  "student-more": MoreHints,
  specialities: StudiesHints,
};

type Props = { target: StepId | FormField; data: StepFieldData; children: ReactNode };

export function StepHints({ target, data, children }: Props) {
  const TargetHint = hints[target];
  return (
    <>
      {TargetHint && <TargetHint data={data} />}
      {children}
    </>
  );
}

const Hint = ({ children }: { children: ReactNode }) => (
  <p className="mb-4 max-w-measure text-muted sm:mb-6">{children}</p>
);

function WhoFillsIn({ data: { branch, age } }: { data: StepFieldData }) {
  const t = useTranslations("wizard.intro");
  return age !== undefined && <Hint>{t(branch === "adult" ? "adult" : "guardian", { age })}</Hint>;
}

/** Offers the account to families that have one, unless they come from it (families 5). */
function AccountOffer({ data }: { data: StepFieldData }) {
  const t = useTranslations("wizard.siblings");
  return !hasExistingPerson(data.hiddenFields ?? []) && <Hint>{t.rich("before", accountLinkTag)}</Hint>;
}

function MoreHints() {
  return <Hint>{useTranslations("wizard.intro")("more")}</Hint>;
}

function StudiesHints({ data }: { data: StepFieldData }) {
  const t = useTranslations("wizard.intro");
  const { specialities, syllabi, clearedChoices, lastCourses, atStart } = data;
  // An adult's age matters where they are still 17 when the course starts.
  const showsAge = atStart && (data.branch === "minor" || atStart.age < ADULT);
  return (
    <>
      {clearedChoices && <ClearedChoices {...clearedChoices} />}
      <LastCourses data={data} />
      {specialities.length === 0 && <Notice>{t("emptySpecialities")}</Notice>}
      {syllabi.length === 0 && <Notice>{t("emptySyllabi")}</Notice>}
      {syllabi.length > 0 && (showsAge || lastCourses) && (
        <Hint>
          {showsAge && <>{t("atStart", atStart)} </>}
          {lastCourses && t("studiesAgain")}
        </Hint>
      )}
    </>
  );
}

/** A returning student's last courses, as a reminder. */
function LastCourses({ data: { lastCourses } }: { data: StepFieldData }) {
  const t = useTranslations("wizard.intro");
  if (!lastCourses?.courses.text) return null;
  const names = () => <strong lang={lastCourses.courses.lang}>{lastCourses.courses.text}</strong>;
  return <p className="mb-3 max-w-measure">{t.rich("last", { year: lastCourses.year, names })}</p>;
}

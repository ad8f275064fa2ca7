import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "@/components/ui/notice";
import { accountLinkTag, ClearedChoices } from "@/components/wizard/notices";
import { getCatalogueLang } from "@/lib/i18n/locales";
import { hasExistingPerson } from "@/lib/wizard/existing-people";
import type { StepId } from "@/lib/wizard/steps";
import type { FormField } from "@/lib/wizard/types";
import type { StepFieldData } from "./step-field-data";

type Words = (props: { data: StepFieldData }) => ReactNode;

/** Hints by step or field. */
const above: Partial<Record<StepId | FormField, Words>> = {
  "guardian-name": ({ data }) => <WhoFillsIn data={data} />,
  "student-name": ({ data }) => data.branch === "adult" && <WhoFillsIn data={data} />,
  "guardian-contact": AccountOffer,
  "student-contact": ({ data }) => data.branch === "adult" && <AccountOffer data={data} />,
  "student-more": MoreHints,
  specialities: AboveStudies,
};

type Props = { of: StepId | FormField; data: StepFieldData; children: ReactNode };

export function StepHints({ of, data, children }: Props) {
  const Above = above[of];
  return (
    <>
      {Above && <Above data={data} />}
      {children}
    </>
  );
}

const Lead = ({ children }: { children: ReactNode }) => (
  <p className="mb-4 max-w-measure text-muted sm:mb-6">{children}</p>
);

function WhoFillsIn({ data: { branch, age } }: { data: StepFieldData }) {
  const t = useTranslations("wizard.intro");
  return age !== undefined && <Lead>{t(branch === "adult" ? "adult" : "guardian", { age })}</Lead>;
}

/** Offers the account to families that have one, unless they come from it (families 5). */
function AccountOffer({ data }: { data: StepFieldData }) {
  const t = useTranslations("wizard.siblings");
  return !hasExistingPerson(data.unasked ?? []) && <Lead>{t.rich("before", accountLinkTag)}</Lead>;
}

function MoreHints() {
  return <Lead>{useTranslations("wizard.intro")("more")}</Lead>;
}

function AboveStudies({ data }: { data: StepFieldData }) {
  const t = useTranslations("wizard.intro");
  const { specialities, syllabi, cleared, last, atStart } = data;
  const isChild = atStart && data.branch === "minor";
  return (
    <>
      {cleared && <ClearedChoices names={cleared} />}
      <LastCourses data={data} />
      {specialities.length === 0 && <Notice>{t("emptySpecialities")}</Notice>}
      {syllabi.length === 0 && <Notice>{t("emptySyllabi")}</Notice>}
      {syllabi.length > 0 && (isChild || last) && (
        <Lead>
          {isChild && <>{t("atStart", atStart)} </>}
          {last && t("studiesAgain")}
        </Lead>
      )}
    </>
  );
}

/** A returning student's last courses, as a reminder. */
function LastCourses({ data: { last } }: { data: StepFieldData }) {
  const t = useTranslations("wizard.intro");
  const [format, lang] = [useFormatter(), getCatalogueLang(useLocale())];
  if (!last || last.names.length === 0) return null;
  const names = () => <strong lang={lang}>{format.list(last.names)}</strong>;
  return <p className="mb-3 max-w-measure">{t.rich("last", { year: last.year, names })}</p>;
}

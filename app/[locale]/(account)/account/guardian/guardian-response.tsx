import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { withSchoolName } from "@/app/[locale]/_lib/page-title";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { BirthDateForm } from "@/app/[locale]/(account)/_lib/birth-date-form";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { PageHeading } from "@/components/layout/page-column";
import { QuietLink } from "@/components/site/link-button";
import { createTermsLink } from "@/components/site/terms-link";
import { OptionContent } from "@/components/ui/controls/radio-group";
import { Icon } from "@/components/ui/icons/icon";
import { check, chevronRight, circleAlert, cross } from "@/components/ui/icons/paths";
import { Section } from "@/components/ui/section";
import type { GuardianRequest } from "@/lib/family/guardians/verbs";
import { addElision } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { getSchoolContact } from "@/lib/school/queries";
import { checkChildBirthDateAction, denyGuardianAction, disagreeAsGuardianAction } from "./actions";

export async function GuardianBirthDateForm({ token }: { token: string }) {
  const t = await getTranslations("account.guardian");
  return (
    <BirthDateForm
      action={checkChildBirthDateAction}
      title={t("title")}
      intro={t("birthDateLead")}
      label={t("birthDate")}
      token={token}
    />
  );
}

export type GuardianResponse = "confirm" | "disagree" | "deny";

type Props = {
  request: GuardianRequest;
  token: string;
  answer: GuardianResponse | undefined;
  /** Address of this page. */
  path: string;
  /** With name and password on the page of a link. */
  confirm: ReactNode;
};

/** The request, three answers, and the form of the chosen one. */
export async function GuardianResponseForm({ request, token, answer, path, confirm }: Props) {
  if (answer === "confirm") return confirm;
  if (answer === "disagree") return <Disagree token={token} path={path} />;
  if (answer === "deny") return <Deny token={token} path={path} student={request.student} />;

  const [t, { name: school }] = await Promise.all([getTranslations("account.guardian"), getSchoolContact()]);
  const { student, guardian, year, choices } = request;
  const responses = [
    ["confirm", check],
    ["disagree", circleAlert],
    ["deny", cross],
  ] as const;
  return (
    <>
      <title>{await withSchoolName(t("title"))}</title>
      <PageHeading>{t("title")}</PageHeading>
      <p className="mb-8 max-w-measure">{t("named", addElision({ guardian, student, school, year }))}</p>
      {choices.length > 0 && (
        <Section title={t("choices")} className="mb-10">
          <ul className="divide-y divide-hairline">
            {choices.map((choice) => (
              <li key={choice} className="py-2">
                {choice}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <h2 className="mb-4">{t("question")}</h2>
      <ul className="space-y-3">
        {responses.map(([response, icon]) => (
          <li key={response}>
            <Link href={`${path}?answer=${response}`} className="choice">
              <Icon d={icon} />
              <OptionContent label={t(`answers.${response}`, addElision({ student }))} />
              <Icon d={chevronRight} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

async function Disagree({ token, path }: { token: string; path: string }) {
  const t = await getTranslations("account.disagree");
  return (
    <>
      <AccountForm action={disagreeAsGuardianAction} title={t("title")} intro={t("lead")}>
        <input type="hidden" name="token" value={token} />
        <TextAreaField name="words" label={t("label")} />
        <SubmitButton>{t("submit")}</SubmitButton>
      </AccountForm>
      <OtherResponseLink path={path} />
    </>
  );
}

async function Deny({ token, path, student }: { token: string; path: string; student: string }) {
  const t = await getTranslations("account.guardian");
  const title = t("answers.deny", addElision({ student }));
  return (
    <>
      <AccountForm action={denyGuardianAction} title={title} intro={t("denyLead")}>
        <input type="hidden" name="token" value={token} />
        <SubmitButton>{t("deny")}</SubmitButton>
      </AccountForm>
      <OtherResponseLink path={path} />
    </>
  );
}

export async function OtherResponseLink({ path }: { path: string }) {
  const t = await getTranslations("account.guardian");
  return <QuietLink href={path}>{t("other")}</QuietLink>;
}

/** The terms accepted with the enrollment, as a checkbox label. */
export async function getTermsLabel({ termsUrl }: GuardianRequest) {
  const t = await getTranslations("wizard.fields.terms");
  return t.rich("label", { link: () => createTermsLink(termsUrl)(t("link")) });
}

export const parseGuardianResponse = (text: unknown): GuardianResponse | undefined =>
  (["confirm", "disagree", "deny"] as const).find((answer) => answer === text);

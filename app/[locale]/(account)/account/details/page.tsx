import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { getCountryLists } from "@/app/[locale]/_lib/country-lists";
import { NotFoundPage } from "@/app/[locale]/_lib/not-found-page";
import { TitledPage } from "@/app/[locale]/_lib/page-title";
import { withUnavailablePage } from "@/app/[locale]/_lib/with-unavailable-page";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { requirePersonId } from "@/app/[locale]/(account)/_lib/session";
import { getUnlockedDraft } from "@/app/[locale]/enroll/_lib/draft-cookie";
import { AccountFlashMessage } from "@/components/account/account-flash-message";
import { BackToAccount } from "@/components/account/back-to-account";
import { DateField } from "@/components/forms/date-field";
import { SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { Notice } from "@/components/ui/notice";
import { listCorrectablePeople, listOwnCorrections, readContactDetails } from "@/lib/family/verbs";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { type Day, toDay, toLocalDay } from "@/lib/platform/dates";
import { documentTypes } from "@/lib/reference/values";
import { getAnswerDeadline, getSettings } from "@/lib/school/settings";
import { lastStep } from "@/lib/wizard/steps";
import { changeContactAction, requestCorrectionAction } from "./actions";
import { EmailForm, FormSection, MailLanguageForm, UndeliveredEmailForms } from "./email-forms";

type ContactDetails = NonNullable<Awaited<ReturnType<typeof readContactDetails>>>;

/** Contact data changes at once; identity only by the school. */
export default withUnavailablePage(async function Page({
  searchParams,
}: PageProps<"/[locale]/account/details">) {
  const personId = await requirePersonId();
  const details = await readContactDetails(personId, new Date());
  if (!details) return <NotFoundPage />;
  const [t, { said }] = await Promise.all([getTranslations("account.details"), searchParams]);
  return (
    <TitledPage title={t("title")} above={<BackToAccount />}>
      <AccountFlashMessage flash={said} />
      <BackToCheckAnswers />
      <UndeliveredEmailForms personId={personId} />
      <ContactForm details={details} />
      <EmailForm personId={personId} />
      <MailLanguageForm current={details.locale} />
      <CorrectionForm personId={personId} />
    </TitledPage>
  );
});

/** Back to check answers, which showed this data (families 5). */
async function BackToCheckAnswers() {
  const [t, draft] = await Promise.all([getTranslations("wizard.known"), getUnlockedDraft()]);
  if (!draft?.content.by || draft.content.sent) return null;
  const enroll = (text: ReactNode) => <Link href={`/enroll/${lastStep}`}>{text}</Link>;
  return (
    <Notice>
      <p className="max-w-measure">{t.rich("goOn", { enroll })}</p>
    </Notice>
  );
}

async function ContactForm({ details }: { details: ContactDetails }) {
  const [t, fields, locale, school] = await Promise.all([
    getTranslations("account.details"),
    getTranslations("wizard.fields"),
    getLocale(),
    getSettings(),
  ]);
  const { countries, prefixes } = getCountryLists(locale, school);
  const renderField = (name: "address" | "zip_code" | "city", value: string | null, autoComplete: string) => (
    <TextField
      name={`guardian_${name}`}
      label={fields(`${name}.label`)}
      defaultValue={value ?? ""}
      autoComplete={autoComplete}
    />
  );
  return (
    <FormSection id="contact" title={t("contact")} intro={t("contactLead")}>
      <AccountForm action={changeContactAction}>
        <SelectField
          name="guardian_phone_country_code"
          label={fields("phone_country_code.label")}
          options={prefixes}
          defaultValue={details.phoneCountryCode ?? "+34"}
          autoComplete="tel-country-code"
        />
        <TextField
          name="guardian_phone"
          label={fields("phone.label")}
          hint={fields("phone.hint")}
          inputMode="tel"
          defaultValue={details.phone ?? ""}
          autoComplete="tel-national"
        />
        <SelectField
          name="guardian_country"
          label={fields("country.label")}
          options={countries}
          defaultValue={details.country ?? school.supported_countries[0]}
          autoComplete="country"
        />
        {renderField("address", details.address, "address-line1")}
        {renderField("zip_code", details.zipCode, "postal-code")}
        {renderField("city", details.city, "address-level2")}
        <SubmitButton>{t("save")}</SubmitButton>
      </AccountForm>
    </FormSection>
  );
}

async function CorrectionForm({ personId }: { personId: string }) {
  const now = new Date();
  const [t, tFields, people] = await Promise.all([
    getTranslations("account.details"),
    getTranslations("wizard.fields"),
    listCorrectablePeople(personId, now),
  ]);
  const types = documentTypes.map((type) => ({ value: type, label: tFields(`documentTypes.${type}`) }));
  const names = people.map(({ id, name, isOwn }) => ({ value: id, label: isOwn ? t("me", { name }) : name }));
  return (
    <FormSection id="correction" title={t("correction")} intro={t("correctionLead")}>
      <CorrectionRequests personId={personId} />
      <AccountForm action={requestCorrectionAction}>
        <SelectField name="person" label={t("whom")} options={names} />
        <TextField name="student_name" label={tFields("name.label")} autoComplete="off" />
        <TextField name="student_surname" label={tFields("surname.label")} autoComplete="off" />
        <DateField
          name="student_birth_date"
          label={tFields("birth_date.label")}
          hint={tFields("birth_date.hint", { year: String(now.getUTCFullYear() - 12) })}
          texts={{ day: tFields("day"), month: tFields("month"), year: tFields("year") }}
        />
        <SelectField
          name="student_document_type"
          label={tFields("document_type.label")}
          options={types}
          blank={t("same")}
        />
        <TextField name="student_document" label={tFields("document.label")} autoComplete="off" />
        <SubmitButton variant="secondary">{t("ask")}</SubmitButton>
      </AccountForm>
    </FormSection>
  );
}

/** Correction requests and the school's answers. */
async function CorrectionRequests({ personId }: { personId: string }) {
  const [t, locale, corrections, school] = await Promise.all([
    getTranslations("account.details"),
    getLocale(),
    listOwnCorrections(personId),
    getSettings(),
  ]);
  const format = (day: Day) => formatDay(day, locale);
  if (corrections.length === 0) return null;
  return (
    <ul className="mb-5 list-disc pl-6">
      {corrections.map(({ id, createdAt, settledAt, accepted, answer, person, ...requested }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {t(settledAt ? (accepted ? "accepted" : "declined") : "open", {
            ...addElision({ answerBy: format(getAnswerDeadline(createdAt, school)) }),
            day: format(toLocalDay(school.time_zone, createdAt)),
            name: [person.name, person.surname].filter(Boolean).join(" "),
            wanted: [
              requested.name,
              requested.surname,
              requested.birthDate && format(toDay(requested.birthDate)),
              requested.document,
            ]
              .filter(Boolean)
              .join(", "),
          })}
          {answer && <span className="block whitespace-pre-line">“{answer}”</span>}
        </li>
      ))}
    </ul>
  );
}

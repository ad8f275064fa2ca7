import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { OtherPersonEmailField, SelectField, SubmitButton, TextField } from "@/components/forms/fields";
import { CurrentPasswordField } from "@/components/forms/password-fields";
import { Section } from "@/components/ui/section";
import { listUndelivered } from "@/lib/family/email/verbs";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { readAccount } from "@/lib/people/accounts/queries";
import { changeMailLanguageAction, correctUndeliveredEmailAction, requestEmailChangeAction } from "./actions";

/** Requires the password, against open browsers; an account without one chooses it first. */
export async function EmailForm({ personId }: { personId: string }) {
  const [t, { email, hasPassword }] = await Promise.all([
    getTranslations("account.details"),
    readAccount(personId),
  ]);
  const intro = t("emailLead", { email });
  const link = (text: ReactNode) => <Link href="/forgotten-password">{text}</Link>;
  if (!hasPassword)
    return (
      <FormSection id="email" title={t("email")} intro={intro}>
        <p className="max-w-measure">{t.rich("emailNeedsPassword", { link })}</p>
      </FormSection>
    );
  return (
    <FormSection id="email" title={t("email")} intro={intro}>
      <AccountForm action={requestEmailChangeAction}>
        <TextField name="guardian_email" label={t("newEmail")} type="email" autoComplete="email" />
        <CurrentPasswordField label={t("currentPassword")} />
        <SubmitButton variant="secondary">{t("askEmail")}</SubmitButton>
      </AccountForm>
    </FormSection>
  );
}

export async function MailLanguageForm({ current }: { current: Locale }) {
  const t = await getTranslations("account.details");
  const options = locales.map((value) => ({ value, label: languageNames[value] }));
  return (
    <FormSection id="language" title={t("mailLanguage")} intro={t("mailLanguageLead")}>
      <AccountForm action={changeMailLanguageAction}>
        <SelectField name="mail_language" label={t("language")} options={options} defaultValue={current} />
        <SubmitButton variant="secondary">{t("saveLanguage")}</SubmitButton>
      </AccountForm>
    </FormSection>
  );
}

/** Addresses to which mail was not delivered: one's own, then those of children and guardians. */
export async function UndeliveredEmailForms({ personId }: { personId: string }) {
  const undelivered = await listUndelivered(personId, new Date());
  const firstOther = undelivered.find(({ isOwn }) => !isOwn);
  const displayed = undelivered.filter((address) => address.isOwn || address === firstOther);
  return displayed.map((address) => <UndeliveredEmailForm key={address.id} {...address} />);
}

async function UndeliveredEmailForm({
  id,
  email,
  name,
  isOwn,
}: Awaited<ReturnType<typeof listUndelivered>>[number]) {
  const t = await getTranslations("account.details");
  const intro = isOwn ? t("unreachedOwn") : t("unreachedOther", { name: name ?? "none" });
  return (
    <FormSection id={`unreached-${id}`} title={t("unreached", { email })} intro={intro}>
      {!isOwn && (
        <AccountForm action={correctUndeliveredEmailAction}>
          <input type="hidden" name="person" value={id} />
          <OtherPersonEmailField name="second_guardian_email" label={t("address")} />
          <SubmitButton variant="secondary">{t("correctAddress")}</SubmitButton>
        </AccountForm>
      )}
    </FormSection>
  );
}

type FormSectionProps = { id: string; title: string; intro: string; children: ReactNode };

export const FormSection = ({ id, title, intro, children }: FormSectionProps) => (
  <Section id={id} title={title} className="mt-9 mb-12">
    <p className="mt-3 mb-5 max-w-measure text-muted">{intro}</p>
    {children}
  </Section>
);

import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import type { FormAction } from "@/components/forms/action-state";
import { CheckboxField, SubmitButton, TextField } from "@/components/forms/fields";
import { NewPasswordField } from "@/components/forms/password-fields";
import { Disclosure } from "@/components/ui/disclosure";
import { lock } from "@/components/ui/icons/paths";
import type { SetupPerson } from "@/lib/people/accounts/sessions";
import { isNameRequired } from "@/lib/people/accounts/verbs";

type Props = {
  action: FormAction;
  token: string;
  person: SetupPerson;
  title?: string;
  intro?: ReactNode;
  /** The password is optional and folded. */
  isCollapsed?: boolean;
  /** Terms to accept. */
  terms?: ReactNode;
  submit?: string;
};

/** Asks for a password; a second guardian's name too. */
export async function SetupForm({ action, token, person, title, intro, isCollapsed, terms, submit }: Props) {
  const [t, tAccount] = await Promise.all([getTranslations("account.setup"), getTranslations("account")]);
  const password = (
    <>
      <NewPasswordField email={person.email} label={tAccount("password")} />
      <SubmitButton variant={isCollapsed ? "secondary" : undefined}>{submit ?? t("submit")}</SubmitButton>
    </>
  );
  return (
    <AccountForm action={action} {...(title !== undefined && { title, intro })}>
      <input type="hidden" name="token" value={token} />
      {isNameRequired(person) && (
        <>
          <h2 className="mb-2 text-heading">{t("who")}</h2>
          <p className="mb-5 max-w-measure">{t("whoLead")}</p>
          <TextField name="name" label={t("name")} autoComplete="given-name" spellCheck={false} />
          <TextField
            name="surname"
            label={t("surname")}
            hint={t("surnameHint")}
            autoComplete="family-name"
            spellCheck={false}
          />
        </>
      )}
      {terms && <CheckboxField name="terms" label={terms} />}
      {isCollapsed ? (
        <Disclosure summary={t("offer")} icon={lock}>
          <div className="pt-4 pb-2">{password}</div>
        </Disclosure>
      ) : (
        password
      )}
    </AccountForm>
  );
}

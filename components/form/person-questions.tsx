import { useTranslations } from "next-intl";
import { contactLinks } from "@/components/site/contact-links";
import type { FormField } from "@/lib/form/answers";
import { documentTypes } from "@/lib/reference/lists";
import { accountLink } from "./account-link";
import { documentAdviceWords } from "./advice-words";
import { DocumentControl, EmailControl, PhoneControl } from "./advised-controls";
import { BirthDate } from "./birth-date";
import { CheckboxControl, RadioControl, SelectControl, TextControl } from "./controls";
import { open } from "./filled";
import type { QuestionData } from "./question-data";

type Person = "guardian" | "student";

type Props = { person: Person; data: QuestionData };

/** Whether the person fills the form in: only then may the browser fill in what it knows (W20). */
const isOwn = (person: Person, { branch }: QuestionData) => person === "guardian" || branch === "adult";

/** Whether a field is asked here: what the school knows is not (families 5). */
const asks = (field: FormField, { unasked = [] }: QuestionData) => !unasked.includes(field);

/** Name and surnames; a minor's e-mail with them, a guardian's birth date. */
export function NameQuestion({ person, data }: Props) {
  const t = useTranslations("wizard");
  const own = isOwn(person, data);
  return (
    <>
      {person === "guardian" && data.age !== undefined && (
        <p className="mb-6 max-w-measure">{t("intro.guardian", { age: data.age })}</p>
      )}
      {person === "student" && own && data.age !== undefined && (
        <p className="mb-6 max-w-measure">{t("intro.adult", { age: data.age })}</p>
      )}
      {asks(`${person}_name`, data) && (
        <TextControl
          name={`${person}_name`}
          label={t("fields.name.label")}
          autoComplete={own ? "given-name" : "off"}
        />
      )}
      {asks(`${person}_surname`, data) && (
        <TextControl
          name={`${person}_surname`}
          label={t("fields.surname.label")}
          autoComplete={own ? "family-name" : "off"}
        />
      )}
      {person === "guardian" && asks("guardian_birth_date", data) && (
        <BirthDate name="guardian_birth_date" year={data.exampleYear - 30} own />
      )}
      {!own && !data.emailOptional && (
        <p className="mb-6 max-w-measure">{t.rich("intro.childEmail", contactLinks(data.contact))}</p>
      )}
      {!own && (
        <EmailControl
          name="student_email"
          label={t("fields.email.label", { who: "child" })}
          hint={
            data.emailOptional ? t("fields.emailOptional.hint") : t("fields.email.hint", { who: "child" })
          }
          meant={t("fields.emailMeant", open("email"))}
          optional={data.emailOptional}
        />
      )}
    </>
  );
}

/** Type and number of an identity document. */
export function DocumentQuestion({ person, optional }: { person: Person; optional?: boolean }) {
  const t = useTranslations("wizard.fields");
  return (
    <>
      <RadioControl
        name={`${person}_document_type`}
        label={t("document_type.label")}
        optional={optional}
        choices={documentTypes.map((type) => ({ value: type, label: t(`documentTypes.${type}`) }))}
      />
      <DocumentControl
        name={`${person}_document`}
        label={t("document.label")}
        hint={t("document.hint")}
        optional={optional}
        advice={documentAdviceWords(t)}
      />
    </>
  );
}

/** E-mail and phone; a minor's phone alone, which may stay blank. */
export function ContactQuestion({ person, data }: Props) {
  const t = useTranslations("wizard.fields");
  const known = useTranslations("wizard.siblings");
  const own = isOwn(person, data);
  return (
    <>
      {own && data.unasked?.length === 0 && (
        <p className="mb-6 max-w-measure">{known.rich("before", accountLink)}</p>
      )}
      {own && asks(`${person}_email`, data) && (
        <EmailControl
          name={`${person}_email`}
          label={t("email.label", { who: "you" })}
          hint={t("email.hint", { who: "you" })}
          meant={t("emailMeant", open("email"))}
          autoComplete="email"
        />
      )}
      <SelectControl
        name={`${person}_phone_country_code`}
        label={t("phone_prefix.label")}
        options={data.prefixes}
        initial="+34"
        autoComplete={own ? "tel-country-code" : "off"}
      />
      <PhoneControl
        name={`${person}_phone`}
        label={t("phone.label")}
        hint={t("phone.hint")}
        autoComplete={own ? "tel-national" : "off"}
        optional={!own}
        lengths={data.phoneLengths}
        advice={t("phone.odd", open("prefix", "usual", "count"))}
      />
    </>
  );
}

/** Where somebody lives; a minor may live with the guardian, and then nothing is typed twice (W22). */
export function AddressQuestion({ person, data }: Props) {
  const t = useTranslations("wizard.fields");
  const own = isOwn(person, data);
  const token = (value: string) => (own ? value : "off");
  return (
    <div className="[&:has(input[value=yes]:checked)>.follow-up]:hidden">
      {!own && <CheckboxControl name="student_same_address" value="yes" label={t("same_address")} />}
      <div className="follow-up">
        <SelectControl
          name={`${person}_country`}
          label={t("country.label")}
          options={data.countries}
          blank={own ? undefined : t("noneYet")}
          initial={own ? data.countries[0]?.value : undefined}
          autoComplete={token("country")}
          optional={!own}
        />
        <TextControl
          name={`${person}_address`}
          label={t("address.label")}
          hint={t("address.hint")}
          autoComplete={token("address-line1")}
          optional={!own}
        />
        <TextControl
          name={`${person}_zip_code`}
          label={t("zip_code.label")}
          autoComplete={token("postal-code")}
          optional={!own}
          className="max-w-36"
        />
        <TextControl
          name={`${person}_city`}
          label={t("city.label")}
          autoComplete={token("address-level2")}
          optional={!own}
        />
      </div>
    </div>
  );
}

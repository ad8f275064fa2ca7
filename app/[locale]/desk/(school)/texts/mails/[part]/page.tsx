import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getMailTextPreviews } from "@/app/[locale]/desk/_lib/mail-text-preview";
import { DeskPage } from "@/components/desk/desk-page";
import { MailPreview } from "@/components/desk/mail-preview";
import {
  HiddenField,
  PreviewButton,
  SubmitButton,
  TextAreaField,
  TextField,
} from "@/components/forms/fields";
import { getMailTextVersion, readMailTextDetails } from "@/lib/desk/texts/verbs";
import { languageNames, locales } from "@/lib/i18n/locales";
import { mailTextParts } from "@/lib/mail/content/mail-texts";

/** One text of mails, with a preview in each language (desk 44). */
export default defineDeskPage(
  "change_settings",
  "desk.texts",
  async ({ t, actor, params: { part: requested } }) => {
    const part = mailTextParts.find((part) => part === requested);
    if (!part) return;
    const mailTexts = await readMailTextDetails(actor);
    const Field = part === "signature" ? TextAreaField : TextField;
    return (
      <DeskPage back={{ href: "/desk/texts", text: t("title") }}>
        <DeskForm
          name={`sentence-${part}`}
          verb="mail_sentence_changed"
          title={t(`parts.${part}.label`)}
          className="max-w-column"
          above={
            <p className="mb-6 max-w-measure">
              {t(`parts.${part}.does`, { place: "{name}" })} {t("sentenceLead")}
            </p>
          }
        >
          <input type="hidden" name="part" value={part} />
          <HiddenField name="was" value={getMailTextVersion(mailTexts[part])} />
          {locales.map((locale) => (
            <Field
              key={locale}
              name={locale}
              label={languageNames[locale]}
              lang={locale}
              defaultValue={mailTexts[part]?.[locale] ?? ""}
              {...(part === "signature" && { rows: 3 })}
            />
          ))}
          <div className="mb-7 flex flex-wrap gap-3">
            <SubmitButton>{t("save")}</SubmitButton>
            <PreviewButton>{t("lookAll")}</PreviewButton>
          </div>
          <MailPreview
            mails={await getMailTextPreviews({ part, ...mailTexts[part] })}
            texts={{ title: t("preview"), nobody: "" }}
          />
        </DeskForm>
      </DeskPage>
    );
  },
);

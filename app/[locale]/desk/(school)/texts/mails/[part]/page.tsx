import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { saveMailTextAction } from "@/app/[locale]/desk/(school)/texts/actions";
import { getMailTextPreviews } from "@/app/[locale]/desk/(school)/texts/mail-text-preview";
import { DeskPage } from "@/components/desk/desk-page";
import { MailPreview } from "@/components/desk/mail-preview";
import { HiddenField, SubmitButton, TextAreaField, TextField } from "@/components/forms/fields";
import { getMailTextVersion, readMailTextDetails } from "@/lib/desk/texts/verbs";
import { languageNames, locales } from "@/lib/i18n/locales";
import { mailTextParts } from "@/lib/mail/content/mail-texts";

/** One text of mails, with a preview in each language (desk 44). */
export default defineDeskPage(
  "change_settings",
  "desk.texts",
  async ({ t, actor, params: { part: wanted } }) => {
    const part = mailTextParts.find((one) => one === wanted);
    if (!part) return;
    const own = await readMailTextDetails(actor);
    const Field = part === "signature" ? TextAreaField : TextField;
    return (
      <DeskPage back={{ href: "/desk/texts", text: t("title") }}>
        <DeskForm
          name={`sentence-${part}`}
          action={saveMailTextAction}
          title={t(`parts.${part}.label`)}
          className="max-w-column"
          above={
            <p className="mb-6 max-w-measure">
              {t(`parts.${part}.does`, { place: "{name}" })} {t("sentenceLead")}
            </p>
          }
        >
          <input type="hidden" name="part" value={part} />
          <HiddenField name="was" value={getMailTextVersion(own[part])} />
          {locales.map((locale) => (
            <Field
              key={locale}
              name={locale}
              label={languageNames[locale]}
              lang={locale}
              defaultValue={own[part]?.[locale] ?? ""}
              {...(part === "signature" && { rows: 3 })}
            />
          ))}
          <div className="mb-7 flex flex-wrap gap-3">
            <SubmitButton>{t("save")}</SubmitButton>
            <SubmitButton variant="secondary" name="intent" value="look">
              {t("lookAll")}
            </SubmitButton>
          </div>
          <MailPreview
            first={await getMailTextPreviews({ part, ...own[part] })}
            texts={{ title: t("preview"), nobody: "" }}
          />
        </DeskForm>
      </DeskPage>
    );
  },
);

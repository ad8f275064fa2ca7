import { MailPreview } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import { Kept, Submit, TextArea, TextField } from "@/components/action/fields";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { languageNames, locales } from "@/lib/i18n/locales";
import { mailTextParts } from "@/lib/mail/content/mail-texts";
import { getMailTextVersion, readMailTextDetails } from "@/lib/desk/texts/verbs";
import { DeskForm } from "../../../desk-form";
import { deskPage } from "../../../desk-page";
import { sentenceAction } from "../../actions";
import { previewsOf } from "../../sentence-preview";

/** A part of mails in the school's own words, and a mail that says it in every language (desk 44). */
export default deskPage("change_settings", "desk.texts", async ({ t, actor, params: { part: wanted } }) => {
  const part = mailTextParts.find((one) => one === wanted);
  if (!part) return;
  const own = await readMailTextDetails(actor);
  const Field = part === "signature" ? TextArea : TextField;
  return (
    <DeskColumn>
      <Back href="/desk/texts">{t("title")}</Back>
      <DeskForm
        name={`sentence-${part}`}
        action={sentenceAction}
        title={t(`parts.${part}.label`)}
        className="max-w-column"
        above={
          <p className="mb-6 max-w-measure">
            {t(`parts.${part}.does`, { place: "{name}" })} {t("sentenceLead")}
          </p>
        }
      >
        <input type="hidden" name="part" value={part} />
        <Kept name="was" value={getMailTextVersion(own[part])} />
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
          <Submit>{t("save")}</Submit>
          <Submit look="secondary" name="intent" value="look">
            {t("lookAll")}
          </Submit>
        </div>
        <MailPreview
          first={await previewsOf({ part, ...own[part] })}
          words={{ title: t("preview"), nobody: "" }}
        />
      </DeskForm>
    </DeskColumn>
  );
});

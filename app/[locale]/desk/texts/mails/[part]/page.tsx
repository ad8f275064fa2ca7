import { getTranslations } from "next-intl/server";
import { MailPreview } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Kept, Submit, TextArea, TextField } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { languageNames, locales } from "@/lib/i18n/locales";
import { sentenceParts } from "@/lib/mail/sentences";
import { sentenceText, showSentences } from "@/lib/office/texts";
import { may } from "@/lib/people/staff/rights";
import { formWords } from "../../../form-words";
import { requireStaff } from "../../../session";
import { sentenceAction } from "../../actions";
import { previewsOf } from "../../sentence-preview";

/** A part of mails in the school's own words, and a mail that says it in every language (desk 44). */
export default orAway(async function Page({ params }: PageProps<"/[locale]/desk/texts/mails/[part]">) {
  const [{ actor }, { part: wanted }] = await Promise.all([requireStaff(), params]);
  const part = sentenceParts.find((one) => one === wanted);
  if (!part || !may(actor, "change_settings")) return <NoSuchPage />;
  const [t, words, own] = await Promise.all([
    getTranslations("desk.texts"),
    formWords(),
    showSentences(actor),
  ]);
  const Field = part === "signature" ? TextArea : TextField;
  return (
    <DeskColumn>
      <Back href="/desk/texts">{t("title")}</Back>
      <PageForm
        name={`sentence-${part}`}
        action={sentenceAction}
        words={words}
        title={t(`parts.${part}.label`)}
        className="max-w-column"
        above={
          <p className="mb-6 max-w-measure">
            {t(`parts.${part}.does`, { place: "{name}" })} {t("sentenceLead")}
          </p>
        }
      >
        <input type="hidden" name="part" value={part} />
        <Kept name="was" value={sentenceText(own[part])} />
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
      </PageForm>
    </DeskColumn>
  );
});

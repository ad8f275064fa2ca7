import { getLocale, getTranslations } from "next-intl/server";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { SpecialityPicture } from "@/components/courses/speciality-picture";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { languageNames, locales } from "@/lib/i18n/locales";
import { createPictureLookup, getPictureAlt } from "@/lib/school/pictures";
import { removePictureAction, savePictureAction } from "./actions";
import { PictureField } from "./picture-field";

/** With alternative text (families 41). */
export async function PictureSection({ id }: { id: string }) {
  const { byYear } = await getCatalogueSnapshot();
  const allSpecialities = [...byYear.values()].flatMap(({ specialities }) => specialities.items);
  const speciality = allSpecialities.find((item) => String(item.id) === id);
  if (!speciality) return null;
  const [t, getPicture, descriptions] = await Promise.all([
    getTranslations("desk.pictures"),
    createPictureLookup(await getLocale()),
    getPictureAlt(speciality),
  ]);
  const specialityField = <input type="hidden" name="speciality" value={speciality.id} />;
  return (
    <Section id="speciality-picture" title={t("title")} className="mt-10 mb-8">
      <DeskForm name="picture" action={savePictureAction} className="max-w-column py-3">
        <p className="mb-6 max-w-measure">{t("lead")}</p>
        {specialityField}
        <SpecialityPicture picture={getPicture(speciality)} name={speciality.name} className="mb-6 size-40" />
        <PictureField label={descriptions ? t("other") : t("file")} hint={t("fileHint")} />
        {locales.map((locale) => (
          <TextField
            key={locale}
            name={`alt_${locale}`}
            label={t("alt", { language: languageNames[locale] })}
            hint={locale === "es" ? t("altHint") : undefined}
            defaultValue={descriptions?.[locale]}
            maxLength={200}
            lang={locale}
          />
        ))}
        <SubmitButton variant="secondary">{t("save")}</SubmitButton>
      </DeskForm>
      {descriptions && (
        <DeskForm name="no-picture" action={removePictureAction}>
          {specialityField}
          <SubmitButton variant="danger">{t("remove")}</SubmitButton>
        </DeskForm>
      )}
    </Section>
  );
}

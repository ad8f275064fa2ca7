import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { PictureField } from "@/app/[locale]/desk/(school)/pictures/[speciality]/picture-field";
import { SpecialityPicture } from "@/components/courses/speciality-picture";
import { DeskColumn } from "@/components/desk/desk-column";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { Icon } from "@/components/ui/icons/icon";
import { chevronLeft } from "@/components/ui/icons/paths";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import { createPictureLookup, getPictureAlt } from "@/lib/school/pictures";
import { removePictureAction, savePictureAction } from "../actions";

/** One speciality's picture, with the words for whoever does not see it. */
export default defineDeskPage(
  "change_settings",
  "desk.pictures",
  async ({ t, params: { speciality: id } }) => {
    const { byYear } = await getCatalogueSnapshot();
    const all = [...byYear.values()].flatMap(({ specialities }) => specialities.items);
    const speciality = all.find((one) => String(one.id) === id);
    if (!speciality) return;
    const [pictureOf, described] = await Promise.all([
      createPictureLookup((await getLocale()) as Locale),
      getPictureAlt(speciality),
    ]);
    const hidden = <input type="hidden" name="speciality" value={speciality.id} />;
    return (
      <DeskColumn>
        <p className="mb-4 text-small">
          <Link
            href={`/desk/pictures?year=${speciality.school_year_id}`}
            className="inline-flex min-h-target items-center gap-1"
          >
            <Icon d={chevronLeft} />
            {t("title")}
          </Link>
        </p>
        <DeskForm
          name="picture"
          action={savePictureAction}
          title={speciality.name}
          className="max-w-column"
          above={<p className="mb-6 max-w-measure">{t("one")}</p>}
        >
          {hidden}
          <SpecialityPicture
            picture={pictureOf(speciality)}
            name={speciality.name}
            className="mb-6 size-40"
          />
          <PictureField label={described ? t("other") : t("file")} hint={t("fileHint")} />
          {locales.map((locale) => (
            <TextField
              key={locale}
              name={`alt_${locale}`}
              label={t("alt", { language: languageNames[locale] })}
              hint={locale === "es" ? t("altHint") : undefined}
              defaultValue={described?.[locale]}
              maxLength={200}
              lang={locale}
            />
          ))}
          <SubmitButton>{t("save")}</SubmitButton>
        </DeskForm>
        {described && (
          <DeskForm name="no-picture" action={removePictureAction} className="mt-6">
            {hidden}
            <SubmitButton look="danger">{t("remove")}</SubmitButton>
          </DeskForm>
        )}
      </DeskColumn>
    );
  },
);

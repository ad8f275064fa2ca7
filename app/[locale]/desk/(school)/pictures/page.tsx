import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { SpecialityList } from "@/components/courses/speciality-list";
import { DeskPage } from "@/components/desk/desk-page";
import { NoSchoolYear } from "@/components/desk/no-school-year";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { Locale } from "@/lib/i18n/locales";
import { createPictureLookup } from "@/lib/school/pictures";

/** A picture for each speciality (families 41). */
export default defineDeskPage(
  "change_settings",
  "desk.pictures",
  async ({ t, query: { year: wanted, said } }) => {
    const { year } = await getSelectedYear(wanted);
    if (!year) return <NoSchoolYear />;
    const [{ byYear }, pictureOf] = await Promise.all([
      getCatalogueSnapshot(),
      createPictureLookup((await getLocale()) as Locale),
    ]);
    return (
      <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
        <SpecialityList
          specialities={byYear.get(year.id)?.specialities.items ?? []}
          pictureOf={pictureOf}
          hrefOf={({ id }) => `/desk/pictures/${id}`}
        />
      </DeskPage>
    );
  },
);

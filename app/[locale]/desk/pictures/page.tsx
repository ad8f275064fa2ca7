import { getLocale } from "next-intl/server";
import { DeskPage } from "@/components/desk/desk-page";
import { SpecialityList } from "@/components/site/speciality-list";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { Locale } from "@/lib/i18n/locales";
import { createPictureLookup } from "@/lib/school/pictures";
import { deskPage } from "../desk-page";
import { deskYear } from "../desk-year";
import { NoYear } from "../no-year";

/** A picture for each speciality (families 41). */
export default deskPage("change_settings", "desk.pictures", async ({ t, query: { year: wanted, said } }) => {
  const { year } = await deskYear(wanted);
  if (!year) return <NoYear />;
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
});

import { getLocale, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { SpecialityList } from "@/components/site/speciality-list";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import type { Locale } from "@/lib/i18n/locales";
import { may } from "@/lib/people/staff/rights";
import { specialityPictures } from "@/lib/school/pictures/pictures";
import { deskYear } from "../desk-year";
import { NoYear } from "../no-year";
import { requireStaff } from "../session";

/** A picture for each speciality (families 41). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/pictures">) {
  const { actor } = await requireStaff();
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const { year: wanted, said } = await searchParams;
  const { year } = await deskYear(wanted);
  if (!year) return <NoYear />;
  const [t, { byYear }, pictureOf] = await Promise.all([
    getTranslations("desk.pictures"),
    catalogueSnapshot(),
    specialityPictures((await getLocale()) as Locale),
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

import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DeskPage } from "@/components/desk/desk-page";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import { countRows } from "@/lib/desk/catalogue/queries";
import { getSchoolToday } from "@/lib/school/settings";
import { AddFirstYear, YearSummary } from "./year-summary";

/** A school year: dates, catalogue and places (desk 26, 27). */
export default defineDeskPage(
  "change_settings",
  "desk.catalogue",
  async ({ t, actor, query: { year: wanted, said } }) => {
    const [{ year }, { schoolYears }, day] = await Promise.all([
      getSelectedYear(wanted),
      getCatalogueSnapshot(),
      getSchoolToday(),
    ]);
    const shown = schoolYears.find(({ id }) => id === year?.id);
    const counts = shown && (await countRows(actor, shown.id));
    return (
      <DeskPage title={t("title")} caption={shown?.year} said={said}>
        {shown && counts ? <YearSummary year={shown} counts={counts} today={day} /> : <AddFirstYear />}
      </DeskPage>
    );
  },
);

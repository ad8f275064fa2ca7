import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { countRows } from "@/lib/office/catalogue/show";
import { may } from "@/lib/people/staff/rights";
import { today } from "@/lib/school/today";
import { deskYear } from "../desk-year";
import { requireStaff } from "../session";
import { NoYearYet, YearAtAGlance } from "./year-at-a-glance";

/** A school year at a glance: its days, its catalogue and its places (desk 26, 27). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/catalogue">) {
  const [{ actor }, { year: wanted, said }] = await Promise.all([requireStaff(), searchParams]);
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const [t, { year }, { schoolYears }, day] = await Promise.all([
    getTranslations("desk.catalogue"),
    deskYear(wanted),
    catalogueSnapshot(),
    today(),
  ]);
  const shown = schoolYears.find(({ id }) => id === year?.id);
  const counts = shown && (await countRows(actor, shown.id));
  return (
    <DeskPage title={t("title")} caption={shown?.year} said={said}>
      {shown && counts ? <YearAtAGlance year={shown} counts={counts} today={day} /> : <NoYearYet />}
    </DeskPage>
  );
});

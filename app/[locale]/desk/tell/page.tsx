import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { listToTell } from "@/lib/decisions/tell-list";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { deskYear } from "../desk-year";
import { formWords } from "../form-words";
import { NoYear } from "../no-year";
import { requireStaff } from "../session";
import { holdListAction, tellListAction } from "./actions";
import { TellForm } from "./tell-form";

/** The list of a year, told on a day (desk 23). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/tell">) {
  const { actor } = await requireStaff();
  const { year: wanted, said } = await searchParams;
  const { year } = await deskYear(wanted);
  if (!may(actor, "tell_list")) return <NoSuchPage />;
  if (!year) return <NoYear />;
  const [t, format, words, list, { time_zone: timeZone }] = await Promise.all([
    getTranslations("decisions.list"),
    getFormatter(),
    formWords(),
    listToTell(year.id, actor),
    settings(),
  ]);
  return (
    <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
      <TellForm
        year={year.id}
        list={list}
        instant={(date) => format.dateTime(date, { dateStyle: "long", timeStyle: "short", timeZone })}
        tell={tellListAction}
        hold={holdListAction}
        words={words}
      />
    </DeskPage>
  );
});

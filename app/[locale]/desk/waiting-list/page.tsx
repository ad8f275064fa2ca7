import { getFormatter, getTranslations } from "next-intl/server";
import { orAway } from "@/app/[locale]/or-away";
import { DeskPage } from "@/components/desk/desk-page";
import { waitingQuery, yearWaiting } from "@/lib/office/places";
import { may } from "@/lib/people/staff/rights";
import { settings } from "@/lib/school/settings";
import { deskYear } from "../desk-year";
import { formWords } from "../form-words";
import { NoYear } from "../no-year";
import { requireStaff } from "../session";
import { Calls } from "./calls";
import { WaitingTable } from "./waiting-table";

/** Who waits for what, in which order, and what is free (desk 22). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/waiting-list">) {
  const { actor } = await requireStaff();
  const { year: wanted, said } = await searchParams;
  const { year } = await deskYear(wanted);
  if (!year) return <NoYear />;
  const [t, format, { lists, ...next }, words, { time_zone: timeZone }] = await Promise.all([
    getTranslations("decisions.waitingList"),
    getFormatter(),
    yearWaiting(actor, year.id),
    formWords(),
    settings(),
  ]);
  return (
    <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
      {lists.length === 0 && <p>{t("none")}</p>}
      {lists.length > 0 && <Calls year={year.id} {...next} mayCall={may(actor, "decide")} words={words} />}
      {lists.map((list) => (
        <WaitingTable
          key={list.name}
          list={list}
          query={waitingQuery(year.id, list)}
          mayDecide={may(actor, "decide")}
          day={(date) => format.dateTime(date, { dateStyle: "medium", timeZone })}
        />
      ))}
    </DeskPage>
  );
});

import { getFormatter, getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Title } from "@/components/site/page";
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
    <DeskColumn>
      <title>{t("title")}</title>
      <DeskSaid said={said} />
      <Title caption={year.year}>{t("title")}</Title>
      <p className="mb-5 max-w-measure">{t("lead")}</p>
      <TellForm
        year={year.id}
        list={list}
        instant={(date) => format.dateTime(date, { dateStyle: "long", timeStyle: "short", timeZone })}
        tell={tellListAction}
        hold={holdListAction}
        words={words}
      />
    </DeskColumn>
  );
});

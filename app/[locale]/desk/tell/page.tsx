import { useTranslations } from "next-intl";
import { useSchoolDates } from "@/app/[locale]/school-dates";
import { Submit, TextField } from "@/components/action/fields";
import { DeskPage } from "@/components/desk/desk-page";
import { StateBadge } from "@/components/desk/state-badge";
import { Sheet } from "@/components/ui/section";
import type { DecidedState } from "@/lib/desk/decide/queries";
import { readListStatus } from "@/lib/decisions/notifications/verbs";
import { DeskForm } from "../desk-form";
import { deskPage } from "../desk-page";
import { deskYear } from "../desk-year";
import { NoYear } from "../no-year";
import { holdListAction, tellListAction } from "./actions";

/** The list of a year, told on a day (desk 23). */
export default deskPage(
  "tell_list",
  "decisions.list",
  async ({ t, actor, query: { year: wanted, said } }) => {
    const { year } = await deskYear(wanted);
    if (!year) return <NoYear />;
    return (
      <DeskPage title={t("title")} caption={year.year} said={said} lead={t("lead")}>
        <TellForm year={year.id} list={await readListStatus(year.id, actor)} />
      </DeskPage>
    );
  },
);

type ListRow = { state: DecidedState; count: number };

type Props = {
  year: number;
  list: { waiting: ListRow[]; scheduled: number; at: Date | undefined };
};

/** What the list of a year tells, when, and how to take that back (desk 23). */
function TellForm({ year, list }: Props) {
  const { longInstant } = useSchoolDates();
  const t = useTranslations("decisions.list");
  const { waiting, scheduled, at } = list;
  return (
    <>
      {at && (
        <div className="mb-8 rounded-card border-l-4 border-accent bg-tint px-5 py-4">
          <p className="mb-3">{t("scheduled", { count: scheduled, time: longInstant(at) })}</p>
          <DeskForm name={`hold-${year}`} action={holdListAction}>
            <input type="hidden" name="year" value={year} />
            <Submit look="secondary">{t("hold")}</Submit>
          </DeskForm>
        </div>
      )}
      <Sheet title={t("waits")} className="mb-8">
        {waiting.length === 0 ? (
          <p className="mt-3">{t("none")}</p>
        ) : (
          <dl className="stat-line mt-4">
            {waiting.map(({ state, count }) => (
              <div key={state}>
                <dt>
                  <StateBadge state={state} />
                </dt>
                <dd>{count}</dd>
              </div>
            ))}
          </dl>
        )}
      </Sheet>
      {waiting.length > 0 && (
        <DeskForm name={`tell-${year}`} action={tellListAction} className="max-w-column">
          <input type="hidden" name="year" value={year} />
          <div className="grid gap-x-4 sm:grid-cols-2">
            <TextField name="day" type="date" label={t("day")} hint={t("nowHint")} />
            <TextField name="time" type="time" label={t("time")} />
          </div>
          <Submit>{t("look")}</Submit>
        </DeskForm>
      )}
    </>
  );
}

import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineYearPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { StateBadge } from "@/components/desk/enrollment/state-badge";
import { SubmitButton, TextField } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import { readListStatus } from "@/lib/decisions/notifications/verbs";
import { getListUrl } from "@/lib/desk/list/filters";
import { Link } from "@/lib/i18n/navigation";
import { previewListAction, unscheduleListAction } from "./actions";

/** Notifies all families of a year at a time (desk 23). */
export default defineYearPage("tell_list", "decisions.list", async ({ t, actor, year, query: { said } }) => {
  return (
    <DeskPage title={t("title")} caption={year.year} flash={said} intro={t("lead")}>
      <TellForm year={year.id} list={await readListStatus(year.id, actor)} />
    </DeskPage>
  );
});

type Props = {
  year: number;
  list: Awaited<ReturnType<typeof readListStatus>>;
};

/** Count, time and cancellation (desk 23). */
function TellForm({ year, list }: Props) {
  const { longInstant } = useDateFormats();
  const t = useTranslations("decisions.list");
  const { waiting, scheduled, scheduledAt, withoutList } = list;
  return (
    <>
      {scheduledAt && (
        <div className="mb-8 rounded-card border-l-4 border-accent bg-tint px-5 py-4">
          <p className="mb-3">{t("scheduled", { count: scheduled, time: longInstant(scheduledAt) })}</p>
          <DeskForm name={`hold-${year}`} action={unscheduleListAction}>
            <input type="hidden" name="year" value={year} />
            <SubmitButton variant="secondary">{t("hold")}</SubmitButton>
          </DeskForm>
        </div>
      )}
      <Section title={t("waits")} className="mb-8">
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
        {withoutList > 0 && (
          <p className="mt-3 max-w-measure">
            {t("withoutList", { count: withoutList })}{" "}
            <Link href={getListUrl({ filters: { year, told: "no" }, sort: "oldest" })}>{t("allUntold")}</Link>
          </p>
        )}
      </Section>
      {waiting.length > 0 && (
        <DeskForm name={`tell-${year}`} action={previewListAction} className="max-w-column">
          <input type="hidden" name="year" value={year} />
          <div className="grid items-end gap-x-4 sm:grid-cols-2">
            <TextField name="day" type="date" label={t("day")} hint={t("nowHint")} />
            <TextField name="time" type="time" label={t("time")} />
          </div>
          <SubmitButton>{t("look")}</SubmitButton>
        </DeskForm>
      )}
    </>
  );
}

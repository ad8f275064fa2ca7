import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit, TextField } from "@/components/action/fields";
import { StateBadge } from "@/components/desk/state-badge";
import { Sheet } from "@/components/ui/section";
import type { DecidedState } from "@/lib/decisions/decide-choices";

type ListRow = { state: DecidedState; count: number };

type Props = {
  year: number;
  list: { waiting: ListRow[]; scheduled: number; at: Date | undefined };
  instant: (date: Date) => string;
  tell: FormAction;
  hold: FormAction;
  words: DeskWords;
};

/** What the list of a year tells, when, and how to take that back (desk 23). */
export function TellForm({ year, list, instant, tell, hold, words }: Props) {
  const t = useTranslations("decisions.list");
  const { waiting, scheduled, at } = list;
  return (
    <>
      {at && (
        <div className="mb-8 rounded-card border-l-4 border-accent bg-tint px-5 py-4">
          <p className="mb-3">{t("scheduled", { count: scheduled, time: instant(at) })}</p>
          <ActionForm name={`hold-${year}`} action={hold} words={words}>
            <input type="hidden" name="year" value={year} />
            <Submit look="secondary">{t("hold")}</Submit>
          </ActionForm>
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
        <ActionForm name={`tell-${year}`} action={tell} words={words} className="max-w-column">
          <input type="hidden" name="year" value={year} />
          <div className="grid gap-x-4 sm:grid-cols-2">
            <TextField name="day" type="date" label={t("day")} hint={t("nowHint")} />
            <TextField name="time" type="time" label={t("time")} />
          </div>
          <Submit>{t("look")}</Submit>
        </ActionForm>
      )}
    </>
  );
}

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords } from "@/components/action/action-state";
import { Submit, TextField } from "@/components/action/fields";
import type { Day } from "@/lib/platform/dates";
import { renewalAction, stopRenewalAction } from "./actions";

type Props = {
  year: number;
  until: Day | undefined;
  /** When families are written to, and until when they answer, as long as they were not. */
  coming: string | undefined;
  words: DeskWords;
};

/** Opens a year's renewal, by a look at what that does; stops it, or changes its day. */
export function RenewalForm({ year, until, coming, words }: Props) {
  const t = useTranslations("desk.renewal");
  const asked = until !== undefined && coming === undefined;
  return (
    <div className="mt-8">
      {coming && (
        <div className="mb-8 rounded-card border-l-4 border-accent bg-tint px-5 py-4">
          <p className="mb-3">{coming}</p>
          <ActionForm name="renewal-stop" action={stopRenewalAction} words={words}>
            <input type="hidden" name="year" value={year} />
            <Submit look="secondary">{t("stop")}</Submit>
          </ActionForm>
        </div>
      )}
      <ActionForm name="renewal" action={renewalAction} words={words} className="max-w-column">
        <input type="hidden" name="year" value={year} />
        <p className="mb-5 max-w-measure">{t(asked ? "changes" : "does")}</p>
        <TextField
          name="answerBy"
          type="date"
          label={t("answerBy")}
          defaultValue={until}
          className="max-w-60"
        />
        <Submit>{t(asked ? "changeDay" : "look")}</Submit>
      </ActionForm>
    </div>
  );
}

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords } from "@/components/action/action-state";
import { Submit, TextField } from "@/components/action/fields";
import { TYPED_OVER } from "@/lib/decisions/tell-list";
import type { Day } from "@/lib/platform/dates";
import { renewalAction } from "./actions";

type Props = { year: number; until: Day | undefined; count: number; words: DeskWords };

/** Opens a year's renewal, or changes its day: what that does stands above, with the number typed of many. */
export function RenewalForm({ year, until, count, words }: Props) {
  const t = useTranslations("desk.renewal");
  const publication = useTranslations("desk.publication");
  return (
    <ActionForm name="renewal" action={renewalAction} words={words} className="mt-8 max-w-column">
      <input type="hidden" name="year" value={year} />
      <input type="hidden" name="count" value={count} />
      <p className="mb-5 max-w-measure">{t("does", { count })}</p>
      <TextField
        name="answerBy"
        type="date"
        label={t("answerBy")}
        defaultValue={until}
        className="max-w-60"
      />
      {count > TYPED_OVER && (
        <TextField
          name="typed"
          label={publication("typed", { count })}
          hint={publication("typedHint")}
          inputMode="numeric"
          autoComplete="off"
          className="max-w-40"
        />
      )}
      <Submit>{t(until ? "changeDay" : "open")}</Submit>
    </ActionForm>
  );
}

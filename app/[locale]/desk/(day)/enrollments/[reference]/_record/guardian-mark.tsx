import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import type { readGuardianMarks } from "@/lib/desk/record/verbs";

export type GuardianMarkProps = {
  guardian: { id: string };
  apart: boolean;
  marks: Awaited<ReturnType<typeof readGuardianMarks>>;
  mayMark: boolean;
};

/** "Do not inform the other guardian": since when, by whom and why (desk 13). */
export function GuardianMark({ guardian: { id }, apart, marks, mayMark }: GuardianMarkProps) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mark");
  const kept = useSavedFormName();
  const mark = marks.get(id);
  const field = `reason-${id}`;
  return (
    <div className="mt-2 text-small">
      {apart && (
        <p className="border-l-4 border-danger bg-tint px-4 py-2 whitespace-pre-line [overflow-wrap:anywhere]">
          {t("apart")}
          {mark && ` ${t("by", { who: mark.who ?? t("command"), time: instant(mark.at), why: mark.why })}`}
        </p>
      )}
      {mayMark && (
        <details open={kept === `mark-${id}`} className="print:hidden">
          <summary className="inline-block min-h-target cursor-pointer py-2 text-accent underline underline-offset-4">
            {t(apart ? "end" : "begin")}
          </summary>
          <p className="mb-4 max-w-measure">{t(apart ? "endLead" : "beginLead")}</p>
          <DeskForm name={`mark-${id}`} verb="guardian_kept_apart">
            <input type="hidden" name="guardian" value={id} />
            <input type="hidden" name="apart" value={apart ? "no" : "yes"} />
            <TextAreaField name={field} label={t("reason")} hint={t("hint")} rows={2} maxLength={2000} />
            <SubmitButton look="secondary">{t(apart ? "end" : "begin")}</SubmitButton>
          </DeskForm>
        </details>
      )}
    </div>
  );
}

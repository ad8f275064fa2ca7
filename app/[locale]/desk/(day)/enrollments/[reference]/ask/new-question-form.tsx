import { useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { MailPreview } from "@/components/desk/mail-preview";
import type { PreviewMail } from "@/components/forms/action-state";
import { SelectField, SubmitButton, TextAreaField } from "@/components/forms/fields";
import type { Option } from "@/components/ui/controls/select";
import { Icon } from "@/components/ui/icons/icon";
import { eye, send } from "@/components/ui/icons/paths";
import { REMIND_DAYS_BEFORE } from "@/lib/decisions/worker";
import { askQuestionAction } from "./actions";

type Props = {
  reference: string;
  /** By code. */
  reasons: Option[];
  /** Days until the deadline; the second is the default. */
  days: Option[];
  /** The mail for the initial values. */
  first: PreviewMail[] | undefined;
  title: string;
};

/** What is missing, with a deadline and the mail. */
export function NewQuestionForm({ reference, reasons, days, first, ...page }: Props) {
  const t = useTranslations("desk.questions");
  return (
    <DeskForm
      name="ask"
      action={askQuestionAction}
      {...page}
      className="beside"
      caption={<span className="font-mono">{reference}</span>}
      above={<p className="mb-6 max-w-measure">{t("lead")}</p>}
    >
      <div>
        <SelectField
          name="reason"
          label={t("reason")}
          options={[...reasons, { value: "", label: t("other") }]}
          defaultValue={reasons[0]?.value}
        />
        <TextAreaField name="words" label={t("words")} hint={t("wordsHint")} rows={4} maxLength={2000} />
        <SelectField
          name="answerBy"
          label={t("answerBy")}
          hint={t("answerByHint", { days: REMIND_DAYS_BEFORE })}
          options={days}
          defaultValue={days[1]?.value}
        />
        <MailPreview first={first} words={{ title: t("preview"), nobody: "", later: t("previewLater") }} />
      </div>
      <div className="card card-raised">
        <p className="mb-5 text-small">{t("note")}</p>
        <div className="grid gap-3">
          <SubmitButton name="intent" value="ask">
            <Icon d={send} />
            {t("submit")}
          </SubmitButton>
          <SubmitButton look="secondary" name="intent" value="look">
            <Icon d={eye} />
            {t("look")}
          </SubmitButton>
        </div>
      </div>
    </DeskForm>
  );
}

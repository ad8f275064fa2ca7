import { useTranslations } from "next-intl";
import { MailPreview } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import type { PreviewedMail } from "@/components/action/action-state";
import { Choice, Submit, TextArea } from "@/components/action/fields";
import { Icon } from "@/components/ui/icon";
import { eye, send } from "@/components/ui/icons";
import type { Option } from "@/components/ui/select";
import { REMIND_DAYS_BEFORE } from "@/lib/decisions/worker";
import { DeskForm } from "../../../desk-form";
import { askAction } from "./actions";

type Props = {
  reference: string;
  /** What can be asked for, each by its code. */
  reasons: Option[];
  /** Days to answer by; the second one is proposed. */
  days: Option[];
  /** The mail as the form stands at first. */
  first: PreviewedMail[] | undefined;
  title: string;
};

/** What is missing, in the school's words and one's own, until when, and the mail that asks for it. */
export function AskForm({ reference, reasons, days, first, ...page }: Props) {
  const t = useTranslations("desk.questions");
  return (
    <DeskForm
      name="ask"
      action={askAction}
      {...page}
      className="beside"
      caption={<span className="font-mono">{reference}</span>}
      above={<p className="mb-6 max-w-measure">{t("lead")}</p>}
    >
      <div>
        <Choice
          name="reason"
          label={t("reason")}
          options={[...reasons, { value: "", label: t("other") }]}
          defaultValue={reasons[0]?.value}
        />
        <TextArea name="words" label={t("words")} hint={t("wordsHint")} rows={4} maxLength={2000} />
        <Choice
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
          <Submit name="intent" value="ask">
            <Icon d={send} />
            {t("submit")}
          </Submit>
          <Submit look="secondary" name="intent" value="look">
            <Icon d={eye} />
            {t("look")}
          </Submit>
        </div>
      </div>
    </DeskForm>
  );
}

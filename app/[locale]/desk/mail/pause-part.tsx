import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/action/action-form";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Submit } from "@/components/action/fields";
import { Notice } from "@/components/ui/notice";
import { Sheet } from "@/components/ui/section";
import type { ShownStop } from "@/lib/office/mail/pause";

type Props = {
  stop: ShownStop;
  instant: (date: Date) => string;
  /** Lets them go on; undefined for whoever may not. */
  action: FormAction | undefined;
  words: DeskWords;
};

/** That no e-mail leaves, since when and why, and how many wait. */
export function StopNotice({ stop: { why, since, by, waiting }, instant, action, words }: Props) {
  const t = useTranslations("desk.mail");
  return (
    <Notice tone="wait">
      <p>
        <strong>{t(`stop.${why}`)}</strong> {t("stop.since", { at: instant(since), who: by ?? "none" })}{" "}
        {t("stop.waiting", { count: waiting })}
      </p>
      {why === "paused" && action && (
        <div className="mt-3">
          <ActionForm name="pause" action={action} words={words}>
            <input type="hidden" name="paused" value="no" />
            <Submit look="secondary">{t("goOn")}</Submit>
          </ActionForm>
        </div>
      )}
    </Notice>
  );
}

/** Pauses them, once what that means was read. */
export function PauseForm({ action, words }: Pick<Props, "words"> & { action: FormAction }) {
  const t = useTranslations("desk.mail");
  return (
    <Sheet id="pause" title={t("pause.title")} className="mt-8">
      <p className="mt-3 mb-4 max-w-measure">{t("pause.lead")}</p>
      <ActionForm name="pause" action={action} words={words}>
        <input type="hidden" name="paused" value="yes" />
        <Submit look="secondary">{t("pause.do")}</Submit>
      </ActionForm>
    </Sheet>
  );
}

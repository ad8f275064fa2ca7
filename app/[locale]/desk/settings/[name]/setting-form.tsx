import { useTranslations } from "next-intl";
import type { DeskWords, FormAction } from "@/components/action/action-state";
import { Kept, Submit } from "@/components/action/fields";
import { PageForm } from "@/components/action/page-form";
import type { ShownSetting } from "@/lib/office/settings";
import type { Day } from "@/lib/platform/dates";
import { useSettingWords } from "../setting-words";
import { previewed, SettingControl } from "./setting-control";

type Props = { setting: ShownSetting; action: FormAction; words: DeskWords; timeZone: string; today: Day };

/** What it does, what it is and was, and its control. */
export function SettingForm({ setting, action, words, timeZone, today }: Props) {
  const t = useTranslations("desk.settings");
  const { value, changed } = useSettingWords(timeZone);
  const { name, text, last } = setting;
  return (
    <PageForm
      name={`setting-${name}`}
      action={action}
      words={words}
      title={t(`rows.${name}.label`)}
      className="max-w-column"
      above={
        <>
          <p className="mb-2 max-w-measure">{t(`rows.${name}.does`)}</p>
          <p className="mb-6 text-small text-muted">
            {last ? changed(last) : t("never")}
            {last?.old !== undefined && `. ${t("before", { value: value(name, last.old) })}`}
          </p>
        </>
      }
    >
      <input type="hidden" name="setting" value={name} />
      <Kept name="was" value={text} />
      <SettingControl name={name} text={text} today={today} />
      <div className="flex flex-wrap gap-3">
        <Submit>{t("save")}</Submit>
        {previewed.has(name) && (
          <noscript>
            <Submit look="secondary" name="intent" value="look">
              {t("look")}
            </Submit>
          </noscript>
        )}
      </div>
    </PageForm>
  );
}

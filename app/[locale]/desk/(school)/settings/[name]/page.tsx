import { useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { BackLink } from "@/components/desk/back-link";
import { DeskColumn } from "@/components/desk/desk-column";
import { HiddenField, SubmitButton } from "@/components/forms/fields";
import { readSettingDetails, type SettingDetails } from "@/lib/desk/settings/queries";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday, settingNames } from "@/lib/school/settings";
import { saveSettingAction } from "../actions";
import { useSettingTexts } from "../setting-texts";
import { SettingControl, settingsWithPreview } from "./setting-control";

/** One setting with its effect and preview (desk 30). */
export default defineDeskPage(
  "change_settings",
  "desk.settings",
  async ({ t, actor, params: { name: wanted } }) => {
    const name = settingNames.find((name) => name === wanted);
    if (!name) return;
    const [shown, day] = await Promise.all([readSettingDetails(actor), getSchoolToday()]);
    const setting = shown.get(name);
    return (
      <DeskColumn>
        <BackLink href="/desk/settings">{t("title")}</BackLink>
        {setting && <SettingForm setting={setting} today={day} />}
      </DeskColumn>
    );
  },
);

type Props = { setting: SettingDetails; today: Day };

/** Description, value, history and control. */
function SettingForm({ setting, today }: Props) {
  const t = useTranslations("desk.settings");
  const { value, changed } = useSettingTexts();
  const { name, text, last } = setting;
  return (
    <DeskForm
      name={`setting-${name}`}
      action={saveSettingAction}
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
      <HiddenField name="was" value={text} />
      <SettingControl name={name} text={text} today={today} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{t("save")}</SubmitButton>
        {settingsWithPreview.has(name) && (
          <noscript>
            <SubmitButton look="secondary" name="intent" value="look">
              {t("look")}
            </SubmitButton>
          </noscript>
        )}
      </div>
    </DeskForm>
  );
}

import { useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskColumn } from "@/components/desk/desk-column";
import { SubmitButton } from "@/components/forms/fields";
import { SuccessNotice } from "@/components/forms/success-notice";
import { PageHeading } from "@/components/layout/page-column";
import { readLogoChange, readSettingDetails, type SettingDetails } from "@/lib/desk/settings/queries";
import { Link } from "@/lib/i18n/navigation";
import { getSchoolLogo } from "@/lib/school/logo";
import { settingNames } from "@/lib/school/settings";
import { saveSettingAction } from "./actions";
import { SettingList } from "./setting-list";

/** All settings, in groups (desk 30). */
export default defineDeskPage(
  "change_settings",
  "desk.settings",
  async ({ t, actor, query: { said, saidOf } }) => {
    const [shown, logoChange, logo] = await Promise.all([
      readSettingDetails(actor),
      readLogoChange(actor),
      getSchoolLogo(),
    ]);
    const changed = settingNames.find((name) => name === saidOf);
    const setting = changed && shown.get(changed);
    return (
      <DeskColumn>
        <title>{t("title")}</title>
        {said === "setting" && (
          <SuccessNotice>
            <strong>{t("saved")}</strong> {t(`rows.${changed ?? "logo"}.label`)}.
          </SuccessNotice>
        )}
        {said === "setting" && setting?.last?.old !== undefined && <UndoSetting setting={setting} />}
        <PageHeading>{t("title")}</PageHeading>
        <p className="mb-2 max-w-measure">{t("lead")}</p>
        <p className="mb-7">
          <Link href="/desk/setup" className="inline-flex min-h-target items-center">
            {t("setup")}
          </Link>
        </p>
        <SettingList
          settings={shown}
          logo={{
            name:
              logo &&
              t("logoSize", { type: logo.type.toUpperCase(), width: logo.width, height: logo.height }),
            last: logoChange,
          }}
        />
      </DeskColumn>
    );
  },
);

type Props = { setting: SettingDetails };

/** Restores the previous value. */
function UndoSetting({ setting: { name, text, last } }: Props) {
  const t = useTranslations("desk.settings");
  return (
    <DeskForm name="undo" action={saveSettingAction} className="mb-6">
      <input type="hidden" name="setting" value={name} />
      <input type="hidden" name={name} value={last?.old === "all" ? "" : last?.old} />
      <input type="hidden" name="was" value={text} />
      <SubmitButton look="secondary">{t("undo")}</SubmitButton>
    </DeskForm>
  );
}

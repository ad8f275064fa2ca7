import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Done } from "@/components/action/done";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { Link } from "@/lib/i18n/navigation";
import { showLogoChange, showSettings } from "@/lib/office/settings";
import { may } from "@/lib/people/staff/rights";
import { schoolLogo } from "@/lib/school/logo";

import { settingNames, settings } from "@/lib/school/settings";
import { formWords } from "../form-words";
import { requireStaff } from "../session";
import { settingAction } from "./actions";
import { SettingList } from "./setting-list";
import { UndoSetting } from "./undo-setting";

/** What the school decides for itself, in groups (desk 30). */
export default orAway(async function Page({ searchParams }: PageProps<"/[locale]/desk/settings">) {
  const { actor } = await requireStaff();
  if (!may(actor, "change_settings")) return <NoSuchPage />;
  const [t, words, shown, logoChange, logo, { time_zone: timeZone }, { said, saidOf }] = await Promise.all([
    getTranslations("desk.settings"),
    formWords(),
    showSettings(actor),
    showLogoChange(actor),
    schoolLogo(),
    settings(),
    searchParams,
  ]);
  const changed = settingNames.find((name) => name === saidOf);
  const setting = changed && shown.get(changed);
  return (
    <DeskColumn>
      <title>{t("title")}</title>
      {said === "setting" && (
        <Done>
          <strong>{t("saved")}</strong> {t(`rows.${changed ?? "logo"}.label`)}.
        </Done>
      )}
      {said === "setting" && setting?.last?.old !== undefined && (
        <UndoSetting setting={setting} action={settingAction} words={words} />
      )}
      <Title>{t("title")}</Title>
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
            logo && t("logoSize", { type: logo.type.toUpperCase(), width: logo.width, height: logo.height }),
          last: logoChange,
        }}
        timeZone={timeZone}
      />
    </DeskColumn>
  );
});

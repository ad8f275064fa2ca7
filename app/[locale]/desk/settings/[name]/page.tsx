import { getTranslations } from "next-intl/server";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { showSettings } from "@/lib/office/settings";
import { may } from "@/lib/people/staff/rights";

import { settingNames, settings } from "@/lib/school/settings";
import { today } from "@/lib/school/today";
import { formWords } from "../../form-words";
import { requireStaff } from "../../session";
import { settingAction } from "../actions";
import { SettingForm } from "./setting-form";

/** One setting, with what it does and what it would look like (desk 30). */
export default orAway(async function Page({ params }: PageProps<"/[locale]/desk/settings/[name]">) {
  const [{ actor }, { name: wanted }] = await Promise.all([requireStaff(), params]);
  const name = settingNames.find((name) => name === wanted);
  if (!name || !may(actor, "change_settings")) return <NoSuchPage />;
  const [t, words, shown, { time_zone: timeZone }, day] = await Promise.all([
    getTranslations("desk.settings"),
    formWords(),
    showSettings(actor),
    settings(),
    today(),
  ]);
  const setting = shown.get(name);
  return (
    <DeskColumn>
      <Back href="/desk/settings">{t("title")}</Back>
      {setting && (
        <SettingForm setting={setting} action={settingAction} words={words} timeZone={timeZone} today={day} />
      )}
    </DeskColumn>
  );
});

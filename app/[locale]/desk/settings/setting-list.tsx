import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Sheet } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import type { LastChange, ShownSetting } from "@/lib/office/settings";
import { settingGroups, settingsIn } from "@/lib/school/setting-text";
import type { SettingName } from "@/lib/school/settings";
import { useSettingWords } from "./setting-words";
import { Swatch } from "./swatch";

type Props = {
  settings: Map<SettingName, ShownSetting>;
  logo: { name: string | undefined; last: LastChange | undefined };
  timeZone: string;
};

/** Every setting in its group: what it does, what it is and was, and who changed it (desk 30). */
export function SettingList({ settings, logo, timeZone }: Props) {
  const t = useTranslations("desk.settings");
  const words = useSettingWords(timeZone);
  return settingGroups.map((group) => (
    <Sheet key={group} id={group} title={t(`groups.${group}`)}>
      {settingsIn(group).map((name) => {
        const { text = "", last } = settings.get(name) ?? {};
        return (
          <Row
            key={name}
            name={name}
            last={last && words.changed(last)}
            before={last?.old && words.value(name, last.old)}
          >
            {name === "school_color" && <Swatch color={text} />}
            {words.value(name, text)}
          </Row>
        );
      })}
      {group === "school" && (
        <Row name="logo" last={logo.last && words.changed(logo.last)}>
          {logo.name ?? t("noLogo")}
        </Row>
      )}
    </Sheet>
  ));
}

type RowProps = {
  name: SettingName | "logo";
  last?: string | undefined;
  before?: string | undefined;
  children: ReactNode;
};

function Row({ name, last, before, children }: RowProps) {
  const t = useTranslations("desk.settings");
  return (
    <div
      id={name}
      className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-hairline py-3 md:grid-cols-[1fr_1fr_auto]"
    >
      <div>
        <h3 className="text-base font-semibold">{t(`rows.${name}.label`)}</h3>
        <p className="text-small text-muted">{t(`rows.${name}.does`)}</p>
      </div>
      <div className="col-start-1 min-w-0 [overflow-wrap:anywhere] md:col-start-2">
        <p className="font-semibold">{children}</p>
        <p className="text-small text-muted">
          {last ?? t("never")}
          {before && `. ${t("before", { value: before })}`}
        </p>
      </div>
      <Link
        href={`/desk/settings/${name}`}
        prefetch={false}
        className={`${buttonClass("secondary")} col-start-2 row-start-1 self-center md:col-start-3`}
      >
        {t("change")}
        <span className="sr-only"> {t(`rows.${name}.label`)}</span>
      </Link>
    </div>
  );
}

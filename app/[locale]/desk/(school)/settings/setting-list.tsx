import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { EditableRow } from "@/components/desk/editable-row";
import { Section } from "@/components/ui/section";
import type { LastChange, SettingDetails } from "@/lib/desk/settings/queries";
import { listGroupSettings, type SettingName, settingGroups } from "@/lib/school/settings";
import { useSettingTexts } from "./setting-texts";

type Props = {
  settings: Map<SettingName, SettingDetails>;
  logo: { name: string | undefined; last: LastChange | undefined };
};

/** Settings with value and last change (desk 30). */
export function SettingList({ settings, logo }: Props) {
  const t = useTranslations("desk.settings");
  const words = useSettingTexts();
  return settingGroups.map((group) => (
    <Section key={group} id={group} title={t(`groups.${group}`)}>
      {listGroupSettings(group).map((name) => {
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
    </Section>
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
    <EditableRow
      id={name}
      label={t(`rows.${name}.label`)}
      does={t(`rows.${name}.does`)}
      news={
        <>
          {last ?? t("never")}
          {before && `. ${t("before", { value: before })}`}
        </>
      }
      href={`/desk/settings/${name}`}
      change={t("change")}
    >
      {children}
    </EditableRow>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="mr-2 inline size-5 align-[-0.25em]">
      <circle cx="10" cy="10" r="9" fill={color} />
    </svg>
  );
}

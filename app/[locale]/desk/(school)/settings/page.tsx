import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { saveSettingAction } from "@/app/[locale]/desk/(school)/settings/actions";
import { useSettingTexts } from "@/app/[locale]/desk/(school)/settings/setting-texts";
import { DeskPage } from "@/components/desk/desk-page";
import { EditableRow } from "@/components/desk/editable-row";
import { SubmitButton } from "@/components/forms/fields";
import { SuccessNotice } from "@/components/forms/success-notice";
import { PageHeading } from "@/components/layout/page-column";
import { Section } from "@/components/ui/section";
import { readSettingDetails, type SettingDetails } from "@/lib/desk/settings/queries";
import { Link } from "@/lib/i18n/navigation";
import type { LastChange } from "@/lib/people/audit-log";
import { getSchoolLogo } from "@/lib/school/logo";
import { type SettingName, settingNames, settingsByGroup } from "@/lib/school/settings";

/** All settings, in groups (desk 30). */
export default defineDeskPage(
  "change_settings",
  "desk.settings",
  async ({ t, actor, query: { said, saidOf } }) => {
    const [{ settings, logoChange }, logo] = await Promise.all([readSettingDetails(actor), getSchoolLogo()]);
    const changedName = settingNames.find((name) => name === saidOf);
    const setting = changedName && settings.get(changedName);
    return (
      <DeskPage title={t("title")} heading={null}>
        {said === "setting" && (
          <SuccessNotice>
            <strong>{t("saved")}</strong> {t(`rows.${changedName ?? "logo"}.label`)}.
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
          settings={settings}
          logo={{
            name:
              logo &&
              t("logoSize", { type: logo.type.toUpperCase(), width: logo.width, height: logo.height }),
            last: logoChange,
          }}
        />
      </DeskPage>
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
      <SubmitButton variant="secondary">{t("undo")}</SubmitButton>
    </DeskForm>
  );
}

type SettingListProps = {
  settings: Map<SettingName, SettingDetails>;
  logo: { name: string | undefined; last: LastChange | undefined };
};

/** Settings with value and last change (desk 30). */
function SettingList({ settings, logo }: SettingListProps) {
  const t = useTranslations("desk.settings");
  const texts = useSettingTexts();
  return settingsByGroup.map(([group, names]) => (
    <Section key={group} id={group} title={t(`groups.${group}`)}>
      {names.map((name) => {
        const { text = "", last } = settings.get(name) ?? {};
        return (
          <SettingRow
            key={name}
            name={name}
            lastChange={last && texts.formatChange(last)}
            previousValue={last?.old && texts.formatValue(name, last.old)}
          >
            {name === "school_color" && <Swatch color={text} />}
            {texts.formatValue(name, text)}
          </SettingRow>
        );
      })}
      {group === "school" && (
        <SettingRow name="logo" lastChange={logo.last && texts.formatChange(logo.last)}>
          {logo.name ?? t("noLogo")}
        </SettingRow>
      )}
    </Section>
  ));
}

type RowProps = {
  name: SettingName | "logo";
  lastChange?: string | undefined;
  previousValue?: string | undefined;
  children: ReactNode;
};

function SettingRow({ name, lastChange, previousValue, children }: RowProps) {
  const t = useTranslations("desk.settings");
  return (
    <EditableRow
      id={name}
      label={t(`rows.${name}.label`)}
      description={t(`rows.${name}.does`)}
      lastChange={
        <>
          {lastChange ?? t("never")}
          {previousValue && `. ${t("before", { value: previousValue })}`}
        </>
      }
      href={`/desk/settings/${name}`}
      linkText={t("change")}
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
